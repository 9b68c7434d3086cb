import { Page } from "~/site/Page";
import { Closing } from "~/site/Closing";
import { hireUs } from "~/content/hire-us";
import { homeCrumb } from "~/content/navigation";
import { paths } from "~/paths";
import { breadcrumbList } from "~/seo/lists";
import { service } from "~/seo/work";
import { Section } from "~/site/Section";
import { TestimonialCard } from "~/site/TestimonialCard";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./HireUsPage.module.css";

const structured = [
  service({ name: hireUs.service, description: hireUs.description, path: paths.hireUs }),
  breadcrumbList([homeCrumb, { name: hireUs.eyebrow, path: paths.hireUs }]),
];

/** The hire-us page. */
export default function HireUsPage() {
  const { testimonials, closing } = hireUs;
  return (
    <Page path={paths.hireUs} words={hireUs} heading={hireUs.heading} structured={structured}>
      <Hero />
      <Reasons />
      <Steps />
      <Section heading={testimonials.heading}>
        <div className={styles.testimonials}>
          {testimonials.items.map((testimonial) => (
            <TestimonialCard key={testimonial.name} {...testimonial} />
          ))}
        </div>
      </Section>
      <Closing words={closing} />
    </Page>
  );
}

/** The offer, next to a sample of the weekly note to clients. */
function Hero() {
  const { eyebrow, heading, lead, primary, note } = hireUs;
  return (
    <section className={styles.band}>
      <div className={classNames(layout.container, styles.columns)}>
        <div className={styles.words}>
          <p className={classNames(layout.eyebrow, styles.eyebrow)}>{eyebrow}</p>
          <h1>{heading}</h1>
          <p className={styles.lead}>{lead}</p>
          <ButtonLink to={paths.contact}>{primary}</ButtonLink>
        </div>
        <figure className={styles.note}>
          <figcaption className={styles.title}>{note.title}</figcaption>
          <dl>
            {note.lines.map(({ name, text }) => (
              <div key={name} className={styles.line}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </figure>
      </div>
    </section>
  );
}

/** Reasons to hire the agency. */
function Reasons() {
  const { heading, items } = hireUs.reasons;
  return (
    <Section heading={heading}>
      <ul className={styles.rows}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles.row}>
            <h3>{title}</h3>
            <p className={layout.lead}>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The steps from the first call to the launch. */
function Steps() {
  const { heading, items } = hireUs.steps;
  return (
    <Section heading={heading} tone="sage">
      <ol className={styles.steps}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
