import { careers } from "../../content/careers";
import { jobs } from "../../content/jobs";
import { sentenceInWords } from "../../content/number-words";
import { Steps } from "../../features/application/Steps";
import { paths } from "../../paths";
import { PageHero } from "../../ui/PageHero";
import { Section } from "../../ui/Section";
import { Seo } from "../../ui/Seo";
import styles from "./CareersPage.module.css";
import { JobCard } from "./JobCard";
import { Reasons } from "./Reasons";

/** The open jobs, and what it is like to have one. */
export default function CareersPage() {
  const { title, description, keywords, openings, process } = careers;
  return (
    <>
      <Seo
        title={title}
        description={description(sentenceInWords(jobs.length))}
        path={paths.careers}
        keywords={keywords}
      />
      <PageHero eyebrow={careers.eyebrow} heading={careers.heading} lead={careers.lead} />
      <Reasons />
      <Section heading={openings.heading} lead={openings.text}>
        <ul className={styles.jobs}>
          {jobs.map((job) => (
            <JobCard key={job.slug} job={job} />
          ))}
        </ul>
      </Section>
      <Section heading={process.heading} tone="sunk">
        <Steps across />
      </Section>
    </>
  );
}
