import { about } from "~/content/about";
import { Section } from "~/site/Section";
import styles from "./Milestones.module.css";

/** The timeline of the agency. */
export function Milestones() {
  const { heading, items } = about.milestones;
  return (
    <Section heading={heading}>
      <ol className={styles.line}>
        {items.map(({ year, title, description }) => (
          <li key={year} className={styles.stop}>
            <time dateTime={year} className={styles.year}>
              {year}
            </time>
            <h3>{title}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
