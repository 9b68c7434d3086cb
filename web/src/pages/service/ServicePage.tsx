import { homeCrumb } from "~/content/navigation";
import { servicePage as words } from "~/content/service-page";
import { services } from "~/content/services";
import type { ServiceWords } from "~/content/services/schema";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { breadcrumbList, faqPage } from "~/seo/lists";
import { service as serviceData } from "~/seo/work";
import { Seo } from "~/seo/Seo";
import { Breadcrumbs } from "~/ui/Breadcrumbs";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Picture } from "~/ui/Picture";
import check from "bootstrap-icons/icons/check2.svg?icon";
import { Icon } from "~/ui/Icon";
import { common } from "~/content/common";
import { Accordion } from "~/ui/Accordion";
import { Link } from "~/ui/Link";
import { Section } from "~/site/Section";
import styles from "./ServicePage.module.css";

/** A service's page. */
export default function ServicePage({ slug, service }: { slug: string; service: ServiceWords }) {
  const { title, description, faq } = service;
  const name = services.find((card) => card.slug === slug)?.name ?? title;
  const path = paths.service(slug);
  const structured = [
    serviceData({ name, description, path }),
    breadcrumbList([homeCrumb, { name, path }]),
    ...(faq.length > 0 ? [faqPage(faq)] : []),
  ];

  return (
    <>
      <Seo
        title={`${title} | ${site.name}`}
        description={description}
        path={path}
        heading={title}
        picture={service.bannerImage.picture}
        keywords={words.keywords(name)}
        structured={structured}
      />
      <Banner name={name} service={service} action={words.estimate} />
      <Overview service={service} />
      <Passages service={service} />
      <Benefits benefits={service.benefits} />
      <Testimonial testimonial={service.testimonial} />
      <Questions faq={faq} />
      <OtherServices than={slug} />
    </>
  );
}

type BannerProps = { name: string; service: ServiceWords; action: string };

/** The service's heading, above its picture. */
function Banner({ name, service, action }: BannerProps) {
  const { title, description, bannerImage } = service;
  return (
    <section className={classNames(layout.container, styles.banner)}>
      <Breadcrumbs trail={[homeCrumb, { name }]} />
      <div className={styles.bannerWords}>
        <h1>{title}</h1>
        <div className={styles.side}>
          <p className={layout.lead}>{description}</p>
          <ButtonLink to={paths.contact}>{action}</ButtonLink>
        </div>
      </div>
      <Picture
        source={bannerImage.picture}
        alt={bannerImage.alt}
        sizes="(min-width: 83.125em) 1200px, 92vw"
        priority
        className={styles.bannerPicture}
      />
    </section>
  );
}

/** The agency's view of the service. */
function Overview({ service: { image, overview1, overview2 } }: { service: ServiceWords }) {
  return (
    <section className={classNames(layout.container, styles.overview)} aria-labelledby="overview">
      <div className={styles.overviewWords}>
        <h2 id="overview" className={layout.eyebrow}>
          {words.overview}
        </h2>
        <p className={styles.lead}>{overview1}</p>
        <p className={styles.text}>{overview2}</p>
      </div>
      <Picture
        source={image.picture}
        alt={image.alt}
        sizes="(min-width: 83.125em) 560px, (min-width: 64em) 44vw, 92vw"
        className={styles.overviewPicture}
      />
    </section>
  );
}

/** Two sections, each with a picture. */
function Passages({ service }: { service: ServiceWords }) {
  return (
    <div className={styles.passagesBand}>
      <div className={classNames(layout.container, styles.rows)}>
        <Row passage={service.center1} drawing={service.centerImage1} />
        <Row passage={service.center2} drawing={service.centerImage2} />
      </div>
    </div>
  );
}

type RowProps = { passage: ServiceWords["center1"]; drawing: ServiceWords["image"] };

function Row({ passage, drawing }: RowProps) {
  return (
    <section className={styles.row}>
      <Picture
        source={drawing.picture}
        alt={drawing.alt}
        sizes="(min-width: 83.125em) 680px, (min-width: 48em) 52vw, 92vw"
        className={styles.passagesPicture}
      />
      <div className={styles.passagesWords}>
        <h2>{passage.heading}</h2>
        <p>{passage.text}</p>
      </div>
    </section>
  );
}

/** The benefits for a client. */
function Benefits({ benefits }: { benefits: readonly string[] }) {
  return (
    <section className={styles.benefitsBand} aria-labelledby="benefits">
      <div className={classNames(layout.container, styles.benefitsColumns)}>
        <h2 id="benefits">{words.benefits}</h2>
        <ul className={styles.benefitsList}>
          {benefits.map((benefit) => (
            <li key={benefit}>
              <Icon svg={check} />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A quote of a client of this service. */
function Testimonial({
  testimonial: { quote, clientName, company },
}: {
  testimonial: ServiceWords["testimonial"];
}) {
  return (
    <section
      className={classNames(layout.container, styles.testimonial)}
      aria-label={words.testimonial}
    >
      <figure className={styles.figure}>
        <blockquote className={styles.quote}>
          <p>{quote}</p>
        </blockquote>
        <figcaption className={styles.person}>
          <span className={styles.name}>{clientName}</span>
          <span>{company}</span>
        </figcaption>
      </figure>
    </section>
  );
}

/** The service's questions, if any, and a link to ask more. */
export function Questions({ faq }: { faq: ServiceWords["faq"] }) {
  return (
    <div className={classNames(layout.container, styles.questionsColumns)}>
      {faq.length > 0 && (
        <section className={styles.questions} aria-labelledby="questions">
          <h2 id="questions">{words.faq}</h2>
          <Accordion items={faq} level={3} />
        </section>
      )}
      <Advice />
    </div>
  );
}

function Advice() {
  const { heading, text } = words.advice;
  const [phone] = site.phones;
  return (
    <aside className={styles.advice} aria-labelledby="advice">
      <h2 id="advice">{heading}</h2>
      <p>{text}</p>
      <div className={styles.ways}>
        <ButtonLink to={paths.contact}>{common.contactUs}</ButtonLink>
        <a href={phone.href}>{phone.label}</a>
      </div>
    </aside>
  );
}

/** Links to the other services. */
function OtherServices({ than }: { than: string }) {
  return (
    <Section heading={words.others} tone="sage">
      <ul className={styles.otherServicesList}>
        {services
          .filter(({ slug }) => slug !== than)
          .map(({ slug, name, summary }) => (
            <li key={slug}>
              <Link to={paths.service(slug)} className={styles.link}>
                {name}
              </Link>
              <p>{summary}</p>
            </li>
          ))}
      </ul>
    </Section>
  );
}
