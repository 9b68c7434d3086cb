import type { ReactNode } from "react";
import { common } from "../content/common";
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
      {children ?? <ButtonLink to={paths.contact}>{common.requestEstimate}</ButtonLink>}
      <ButtonExternal tone="outline" href={site.scheduling}>
        {common.scheduleCall}
      </ButtonExternal>
    </CallToAction>
  );
}
