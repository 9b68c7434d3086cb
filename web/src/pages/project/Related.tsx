import { projectPage } from "~/content/project-page";
import { projectCard } from "~/content/projects/cards";
import { ProjectTile } from "~/site/ProjectTile";
import { Section } from "~/site/Section";
import { Empty } from "./Empty";
import styles from "./Related.module.css";

const SIZES = "(min-width: 83em) 380px, (min-width: 48em) 30vw, 92vw";

/** Related projects. */
export function Related({ slugs }: { slugs: readonly string[] }) {
  const { heading, none } = projectPage.related;
  return (
    <Section heading={heading}>
      {slugs.length === 0 ? (
        <Empty text={none} />
      ) : (
        <ul className={styles.related}>
          {slugs.map((slug) => (
            <li key={slug}>
              <ProjectTile project={projectCard(slug)} sizes={SIZES} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
