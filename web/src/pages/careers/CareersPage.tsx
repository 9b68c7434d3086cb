import { careers, jobs } from "../../content/careers";
import { Steps } from "../../features/application/Steps";
import { paths } from "../../paths";
import { jobPosting } from "../../seo/job-posting";
import { breadcrumbList } from "../../seo/lists";
import { PageHero } from "../../ui/PageHero";
import { Section } from "../../ui/Section";
import { Seo } from "../../ui/Seo";
import styles from "./CareersPage.module.css";
import { JobCard } from "./JobCard";
import { Reasons } from "./Reasons";

const structured = [
  ...jobs.map(({ id, title, description, time, region, posted }) =>
    jobPosting({
      title,
      description,
      path: paths.apply(id),
      posted,
      employment: time === "Contract" ? "CONTRACTOR" : "FULL_TIME",
      remote: time === "Remote" || region === undefined,
      ...(region && { region }),
    }),
  ),
  breadcrumbList([
    { name: "Home", path: paths.home },
    { name: "We Are Hiring", path: paths.careers },
  ]),
];

/** The open jobs, and what it is like to have one. */
export default function CareersPage() {
  const { title, description, keywords, openings, process } = careers;
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={paths.careers}
        keywords={keywords}
        structured={structured}
      />
      <PageHero eyebrow={careers.eyebrow} heading={careers.heading} lead={careers.lead} />
      <Reasons />
      <Section heading={openings.heading} lead={openings.text}>
        <ul className={styles.jobs}>
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} />
          ))}
        </ul>
      </Section>
      <Section heading={process.heading} tone="sunk">
        <Steps across />
      </Section>
    </>
  );
}
