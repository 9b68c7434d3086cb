import { careers } from "~/content/careers";
import type { ListedJob } from "~/content/jobs";
import styles from "./CareersPage.module.css";
import { JobCard } from "./JobCard";

/** The open jobs, or an empty state. */
export function JobList({ jobs }: { jobs: readonly ListedJob[] }) {
  if (jobs.length === 0) return <p>{careers.openings.none}</p>;
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <JobCard key={job.slug} job={job} />
      ))}
    </ul>
  );
}
