import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import { Section } from "~/site/Section";
import { Empty } from "./Empty";
import styles from "./Milestones.module.css";

/** The steps of the work, numbered. */
export function Milestones({ milestones }: { milestones: CaseStudy["milestones"] }) {
  const { heading, none } = projectPage.milestones;
  return (
    <Section heading={heading}>
      {milestones.length === 0 ? (
        <Empty text={none} />
      ) : (
        <ol className={styles.milestones}>
          {milestones.map(({ title, description }, index) => (
            <li key={title}>
              <span className={styles.number}>{index + 1}</span>
              <div>
                <h3>{title}</h3>
                <p>{description}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
