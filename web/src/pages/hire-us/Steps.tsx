import { hireUs } from "~/content/hire-us";
import { Section } from "~/site/Section";
import styles from "./Steps.module.css";

/** The steps from the first call to the launch. */
export function Steps() {
  const { heading, items } = hireUs.steps;
  return (
    <Section heading={heading} tone="sage">
      <ol className={styles.steps}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
