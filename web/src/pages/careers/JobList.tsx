import { careers } from "../../content/careers";
import type { OpenJob } from "../../content/jobs";
import styles from "./CareersPage.module.css";
import { JobCard } from "./JobCard";

/** The open jobs, or an empty state. */
export function JobList({ jobs }: { jobs: readonly OpenJob[] }) {
  if (jobs.length === 0) return <p>{careers.openings.none}</p>;
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <JobCard key={job.slug} job={job} />
      ))}
    </ul>
  );
}
