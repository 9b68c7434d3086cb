import { hireUs } from "~/content/hire-us";
import layout from "~/ui/layout/layout.module.css";
import { Section } from "~/site/Section";
import styles from "./Reasons.module.css";

/** Reasons to hire the agency. */
export function Reasons() {
  const { heading, items } = hireUs.reasons;
  return (
    <Section heading={heading}>
      <ul className={styles.rows}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles.row}>
            <h3>{title}</h3>
            <p className={layout.lead}>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
