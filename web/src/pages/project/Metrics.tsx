import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import { Section } from "~/site/Section";
import { Empty } from "./Empty";
import styles from "./Metrics.module.css";

/** The results, in figures. */
export function Metrics({ metrics }: { metrics: CaseStudy["metrics"] }) {
  const { heading, none } = projectPage.metrics;
  return (
    <Section heading={heading}>
      {metrics.length === 0 ? (
        <Empty text={none} />
      ) : (
        <dl className={styles.metrics}>
          {metrics.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
