import pin from "bootstrap-icons/icons/geo-alt.svg?react";
import { hiring } from "~/content/hiring";
import type { ListedJob } from "~/content/jobs";
import { ApplyButton } from "~/features/application/ApplyButton";
import { payRange } from "~/content/job-terms";
import { Icon } from "~/ui/Icon";
import styles from "./JobCard.module.css";

/** A job with its apply button, if it is open. */
export function JobCard({ job, isOpen }: { job: ListedJob; isOpen: boolean }) {
  const { title, time, location, description, pay } = job;
  return (
    <li className={styles.card}>
      <p className={styles.terms}>
        <span className={styles.time}>{time}</span>
        {location !== time && (
          <span className={styles.place}>
            <Icon svg={pin} />
            {location}
          </span>
        )}
      </p>
      <h3>{title}</h3>
      <p className={styles.text}>{description}</p>
      <p className={styles.pay}>{payRange(pay)}</p>
      {isOpen ? <ApplyButton job={job} /> : <p className={styles.closed}>{hiring.closed}</p>}
    </li>
  );
}
