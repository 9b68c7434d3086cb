import type { ReactNode } from "react";
import { classNames } from "../ui/styles/class-names";
import layout from "../ui/layout/layout.module.css";
import styles from "./PageHero.module.css";

type PageHeroProps = {
  eyebrow?: string;
  heading: ReactNode;
  /** Whether the heading is long and needs a smaller size on narrow screens. */
  long?: boolean;
  lead?: ReactNode;
  /** Content next to the text on wide screens, below it on narrow ones. */
  aside?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
};

/** The banner at the top of a page, with its heading. */
export function PageHero({ eyebrow, heading, long = false, lead, aside, children }: PageHeroProps) {
  return (
    <section className={styles.banner}>
      {!aside && <div className={styles.contours} aria-hidden="true" />}
      <div className={classNames(layout.container, styles.columns, Boolean(aside) && styles.two)}>
        <div className={styles.words}>
          {eyebrow && <p className={layout.eyebrow}>{eyebrow}</p>}
          <h1 className={long ? styles.long : undefined}>{heading}</h1>
          {lead && <div className={layout.lead}>{lead}</div>}
          {children && <div className={styles.actions}>{children}</div>}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </section>
  );
}
