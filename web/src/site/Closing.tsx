import { type ReactNode, useId } from "react";
import { common } from "../content/common";
import { site } from "../content/site";
import { paths } from "../paths";
import { ButtonExternal, ButtonLink } from "../ui/Button";
import layout from "../ui/layout/layout.module.css";
import styles from "./Closing.module.css";

type ClosingProps = {
  words: { heading: string; text: string };
  /** The primary action. Default: request an estimate. */
  children?: ReactNode;
};

/** The closing section of a page, with links to an estimate or a call. */
export function Closing({ words: { heading, text }, children }: ClosingProps) {
  const id = useId();
  return (
    <section className={layout.container} aria-labelledby={id}>
      <div className={styles.band}>
        <div className={styles.words}>
          <h2 id={id}>{heading}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.actions}>
          {children ?? <ButtonLink to={paths.contact}>{common.requestEstimate}</ButtonLink>}
          <ButtonExternal tone="outline" href={site.scheduling}>
            {common.scheduleCall}
          </ButtonExternal>
        </div>
      </div>
    </section>
  );
}
