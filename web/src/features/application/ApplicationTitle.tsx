import { application } from "~/content/application";
import styles from "./ApplicationTitle.module.css";

/** The heading of an application. Breaks the line before the job title rather than within it. */
export function ApplicationTitle({ job }: { job: string }) {
  return (
    <>
      {application.apply} <span className={styles.job}>{job}</span>
    </>
  );
}
