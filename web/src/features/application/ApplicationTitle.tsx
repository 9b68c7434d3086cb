import { application } from "../../content/application";
import styles from "./ApplicationTitle.module.css";

/** What heads an application. Where a line has no room for all of it, it breaks before the job rather than within it. */
export function ApplicationTitle({ job }: { job: string }) {
  return (
    <>
      {application.apply} <span className={styles.job}>{job}</span>
    </>
  );
}
