import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import { Section } from "~/site/Section";
import { Empty } from "./Empty";
import styles from "./Team.module.css";

/** The people who worked on it, by role. */
export function Team({ roles }: { roles: CaseStudy["team"] }) {
  const { heading, none } = projectPage.team;
  return (
    <Section heading={heading}>
      {roles.length === 0 ? (
        <Empty text={none} />
      ) : (
        <ul className={styles.roles}>
          {roles.map(({ role }) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
