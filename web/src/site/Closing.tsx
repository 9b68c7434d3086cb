import type { ReactNode } from "react";
import { site } from "../content/site";
import { paths } from "../paths";
import { ButtonExternal, ButtonLink } from "../ui/Button";
import { CallToAction } from "./CallToAction";

type ClosingProps = {
  words: { heading: string; text: string };
  /** The first way on, where it is not the estimate. */
  children?: ReactNode;
};

/** The end of a page: the way to an estimate, or to a call. */
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
