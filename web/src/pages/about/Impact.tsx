import { about } from "~/content/about";
import { Section } from "~/site/Section";
import { Counter } from "./Counter";
import styles from "./Impact.module.css";

/** Four key figures. */
export function Impact() {
  const { heading, text, items } = about.impact;
  return (
    <Section heading={heading} lead={text} tone="ink">
      <dl className={styles.figures}>
        {items.map(({ value, suffix, label }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>
              <Counter value={value} suffix={suffix} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
