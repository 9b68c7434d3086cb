import { projectPage } from "~/content/project-page";
import styles from "./EmptySections.module.css";

const parts = ["metrics", "gallery", "milestones", "team", "related"] as const;

/** The sections of a project that has no case study. */
export function EmptySections() {
  return (
    <div className={styles.parts}>
      {parts.map((part) => (
        <section key={part} aria-labelledby={part}>
          <h2 id={part}>{projectPage[part].heading}</h2>
          <p>{projectPage[part].none}</p>
        </section>
      ))}
    </div>
  );
}
