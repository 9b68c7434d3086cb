import { application } from "../../content/application";
import { careers, jobs } from "../../content/careers";
import type { JobId } from "../../content/job-ids";
import { site } from "../../content/site";
import { ApplicationForm } from "../../features/application/ApplicationForm";
import { Steps } from "../../features/application/Steps";
import { paths } from "../../paths";
import { classNames } from "../../ui/class-names";
import layout from "../../ui/layout.module.css";
import { PageHero } from "../../ui/PageHero";
import { Seo } from "../../ui/Seo";
import styles from "./ApplyPage.module.css";

/** Makes the page that holds the application form of a job, for those whose browser opens no modal. */
export function applyPage(id: JobId) {
  const job = jobs.find((open) => open.id === id);
  if (!job) throw new Error(`There is no job ${id}.`);
  const { title, time, location, description } = job;

  return function ApplyPage() {
    return (
      <>
        <Seo
          title={`${application.title(title)} | ${site.name}`}
          path={paths.apply(id)}
          sharedAs={paths.careers}
          noindex
        />
        <PageHero
          eyebrow={`${application.eyebrow} · ${time} · ${location}`}
          heading={application.title(title)}
          lead={application.text}
        />
        <div className={classNames(layout.container, styles.columns)}>
          <section aria-label={application.title(title)}>
            <ApplicationForm job={job} />
          </section>
          <aside className={styles.job} aria-labelledby="job">
            <h2 id="job">{application.job}</h2>
            <p>{description}</p>
            <h2>{careers.process.heading}</h2>
            <Steps />
          </aside>
        </div>
      </>
    );
  };
}
