import { careers } from "~/content/careers";
import { hiring } from "~/content/hiring";
import { jobs, type ListedJob } from "~/content/jobs";
import { sentenceInWords } from "~/content/number-words";
import { useIsOpen } from "~/content/open-jobs";
import { Steps } from "~/features/application/Steps";
import { paths } from "~/paths";
import { itemList } from "~/seo/lists";
import { Section } from "~/site/Section";
import { Page } from "~/site/Page";
import people from "bootstrap-icons/icons/people.svg?icon";
import puzzle from "bootstrap-icons/icons/puzzle.svg?icon";
import tree from "bootstrap-icons/icons/tree.svg?icon";
import { Icon } from "~/ui/Icon";
import pin from "bootstrap-icons/icons/geo-alt.svg?icon";
import { ApplyButton } from "~/features/application/ApplyButton";
import { payRange } from "~/content/job-terms";
import styles from "./CareersPage.module.css";

/** The careers page, with the open jobs. */
export default function CareersPage() {
  const { eyebrow, heading, lead, openings } = careers;
  const isOpen = useIsOpen();
  const open = jobs.filter(isOpen);
  const words = { ...careers, description: careers.description(sentenceInWords(open.length)) };
  const structured = [
    itemList(
      openings.heading,
      open.map(({ title, slug }) => ({ name: title, path: paths.apply(slug) })),
    ),
  ];
  return (
    <Page
      path={paths.careers}
      words={words}
      banner={{ eyebrow, heading, lead }}
      structured={structured}
    >
      <Reasons />
      <Section heading={openings.heading} lead={open.length > 0 ? openings.text : undefined}>
        <JobList jobs={jobs} isOpen={isOpen} />
      </Section>
      <Section heading={hiring.heading} tone="sunk">
        <Steps across />
      </Section>
    </Page>
  );
}

const icons = [people, puzzle, tree] as const;

/** Three reasons to work here. */
function Reasons() {
  const { heading, items } = careers.reasons;
  return (
    <Section heading={heading} tone="ink">
      <ul className={styles.list}>
        {items.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.mark}>
              <Icon svg={icons[index] ?? people} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type JobListProps = {
  jobs: readonly ListedJob[];
  isOpen: (job: ListedJob) => boolean;
};

/** The jobs, or an empty state. A job that has closed since the page was built keeps its place. */
export function JobList({ jobs: listed, isOpen }: JobListProps) {
  if (listed.length === 0) return <p>{careers.openings.none}</p>;
  return (
    <ul className={styles.jobs}>
      {listed.map((job) => (
        <JobCard key={job.slug} job={job} isOpen={isOpen(job)} />
      ))}
    </ul>
  );
}

/** A job with its apply button, if it is open. */
function JobCard({ job, isOpen }: { job: ListedJob; isOpen: boolean }) {
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
