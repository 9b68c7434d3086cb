import { careers } from "~/content/careers";
import type { ListedJob } from "~/content/jobs";
import styles from "./CareersPage.module.css";
import { JobCard } from "./JobCard";

type JobListProps = {
  jobs: readonly ListedJob[];
  isOpen: (job: ListedJob) => boolean;
};

/** The jobs, or an empty state. A job that has closed since the page was built keeps its place. */
export function JobList({ jobs, isOpen }: JobListProps) {
  if (jobs.length === 0) return <p>{careers.openings.none}</p>;
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <JobCard key={job.slug} job={job} isOpen={isOpen(job)} />
      ))}
    </ul>
  );
}
