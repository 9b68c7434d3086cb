import { type ReactNode, useId } from "react";
import { classNames } from "../ui/styles/class-names";
import layout from "../ui/layout/layout.module.css";
import styles from "./Section.module.css";

type SectionProps = {
  heading: string;
  lead?: ReactNode;
  /** The background: the page, or a band across it. */
  tone?: "paper" | "sunk" | "sage" | "ink";
  /** A link next to the heading. */
  action?: ReactNode;
  /** The id, as a link target. */
  anchor?: string;
  children: ReactNode;
};

/** A section of a page with its own heading. */
export function Section(props: SectionProps) {
  const { heading, lead, tone = "paper", action, anchor, children } = props;
  const id = useId();
  return (
    <section id={anchor} className={classNames(styles.section, styles[tone])} aria-labelledby={id}>
      <div className={classNames(layout.container, styles.inner)}>
        <header className={styles.top}>
          <div className={styles.title}>
            <h2 id={id}>{heading}</h2>
            {lead && <div className={styles.lead}>{lead}</div>}
          </div>
          {action}
        </header>
        {children}
      </div>
    </section>
  );
}
