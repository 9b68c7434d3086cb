import { application } from "~/content/application";
import { hiring } from "~/content/hiring";
import type { Job } from "~/content/jobs/schema";
import { useIsOpen } from "~/content/open-jobs";
import { ApplicationForm } from "~/features/application/ApplicationForm";
import { ApplicationTitle } from "~/features/application/ApplicationTitle";
import { Steps } from "~/features/application/Steps";
import { longDate, payRange } from "~/content/job-terms";
import { paths } from "~/paths";
import { jobPosting } from "~/seo/job-posting";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { PageHero } from "~/site/PageHero";
import { Seo } from "~/seo/Seo";
import styles from "./ApplyPage.module.css";

/** A job with its application form. */
export default function ApplyPage({ slug, job }: { slug: string; job: Job }) {
  const { title, time, location, description, pay, validThrough } = job;
  const path = paths.apply(slug);
  const isOpen = useIsOpen()(job);
  const structured = isOpen ? [jobPosting({ ...job, path })] : [];

  return (
    <>
      <Seo
        title={application.title(title)}
        description={description}
        path={path}
        heading={`${application.apply} ${title}`}
        structured={structured}
      />
      <PageHero
        eyebrow={[...new Set([application.eyebrow, time, location])].join(" · ")}
        heading={<ApplicationTitle job={title} />}
        long
        lead={application.text}
      />
      <div className={classNames(layout.container, styles.columns)}>
        <section aria-label={`${application.apply} ${title}`}>
          {isOpen ? (
            <ApplicationForm job={{ slug, title }} />
          ) : (
            <div className={styles.closed}>
              <p>{hiring.closed}</p>
              <ButtonLink to={paths.careers}>{application.seeOpen}</ButtonLink>
            </div>
          )}
        </section>
        <aside className={styles.job} aria-labelledby="job">
          <h2 id="job">{application.job}</h2>
          <p>{description}</p>
          <dl className={styles.terms}>
            <div>
              <dt>{application.terms.pay}</dt>
              <dd>{payRange(pay)}</dd>
            </div>
            {validThrough && (
              <div>
                <dt>{application.terms.until}</dt>
                <dd>
                  <time dateTime={validThrough}>{longDate(validThrough)}</time>
                </dd>
              </div>
            )}
          </dl>
          <h2>{hiring.heading}</h2>
          <Steps />
        </aside>
      </div>
    </>
  );
}
