import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import styles from "./Story.module.css";

const parts = ["problem", "solution", "value"] as const;

/** The problem, the solution and its value. */
export function Story({ study }: { study: CaseStudy }) {
  return (
    <div className={styles.story}>
      <section aria-labelledby="technologies">
        <h2 id="technologies">{projectPage.technologies}</h2>
        <ul className={styles.technologies}>
          {study.technologies.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </section>
      {parts.map((part) => (
        <section key={part} aria-labelledby={part}>
          <h2 id={part}>{projectPage.insights[part]}</h2>
          <p>{study.insights[part]}</p>
        </section>
      ))}
    </div>
  );
}
