import type { ReactNode } from "react";
import { site } from "../content/site";
import { paths } from "../paths";
import { ButtonExternal, ButtonLink } from "../ui/Button";
import { CallToAction } from "./CallToAction";

type ClosingProps = {
  words: { heading: string; text: string };
  /** The primary action. Default: request an estimate. */
  children?: ReactNode;
};

/** The closing section with links to an estimate or a call. */
export function Closing({ words, children }: ClosingProps) {
  return (
    <CallToAction {...words}>
      {children ?? <ButtonLink to={paths.contact}>Request Free Estimate</ButtonLink>}
      <ButtonExternal tone="outline" href={site.scheduling}>
        Schedule A Call
      </ButtonExternal>
    </CallToAction>
  );
}
