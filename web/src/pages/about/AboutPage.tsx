import { Page } from "~/site/Page";
import { about } from "~/content/about";
import workshop from "~/content/workshop.webp?picture";
import { paths } from "~/paths";
import { organization } from "~/seo/organization";
import { ButtonLink } from "~/ui/Button";
import { PageHero } from "~/site/PageHero";
import { Picture } from "~/ui/Picture";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Section } from "~/site/Section";
import { team } from "~/content/team";
import { SocialLinks } from "~/site/SocialLinks";
import { Counter } from "./Counter";
import { clientTestimonials } from "~/content/client-testimonials";
import { Carousel } from "~/ui/slides/Carousel";
import { TestimonialCard } from "~/site/TestimonialCard";
import styles from "./AboutPage.module.css";

const structured = [organization()];

/** The about page. */
export default function AboutPage() {
  const { hero } = about;
  return (
    <Page
      path={paths.about}
      words={about}
      heading={hero.heading}
      picture={workshop}
      structured={structured}
    >
      <PageHero
        eyebrow={hero.eyebrow}
        heading={hero.heading}
        lead={hero.lead}
        aside={
          <Picture
            source={workshop}
            alt={hero.picture}
            sizes="(min-width: 83.125em) 520px, (min-width: 64em) 42vw, 92vw"
            priority
            className={styles.workshop}
          />
        }
      >
        <ButtonLink to={paths.contact}>{hero.primary}</ButtonLink>
      </PageHero>
      <Story />
      <Milestones />
      <Cards />
      <Team />
      <Impact />
      <ClientTestimonials />
    </Page>
  );
}

/** How the agency was founded. */
function Story() {
  const { heading, lead, paragraphs } = about.story;
  return (
    <section className={styles.band} aria-labelledby="story">
      <div className={classNames(layout.container, styles.columns)}>
        <h2 id="story">{heading}</h2>
        <div className={styles.storyWords}>
          <p className={styles.lead}>{lead}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The timeline of the agency. */
function Milestones() {
  const { heading, items } = about.milestones;
  return (
    <Section heading={heading}>
      <ol className={styles.line}>
        {items.map(({ year, title, description }) => (
          <li key={year} className={styles.stop}>
            <time dateTime={year} className={styles.year}>
              {year}
            </time>
            <h3>{title}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Mission, results and values. */
function Cards() {
  const { cards, discover } = about;
  return (
    <section className={classNames(layout.container, styles.section)} aria-labelledby="discover">
      <ul className={styles.cards}>
        {cards.map(({ title, text }) => (
          <li key={title} className={styles.card}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={styles.discover}>
        <div className={styles.cardsWords}>
          <h2 id="discover">{discover.heading}</h2>
          <p>{discover.text}</p>
        </div>
        <ButtonLink to={paths.contact} tone="outline">
          {discover.action}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The people who run the studio. */
function Team() {
  const { heading, text, portrait } = about.team;
  return (
    <Section heading={heading} lead={text} tone="sunk">
      <ul className={styles.grid}>
        {team.map(({ name, role, about: task, image, socials }) => (
          <li key={name} className={styles.member}>
            <Picture
              source={image}
              alt={portrait(name)}
              sizes="(min-width: 64em) 280px, (min-width: 40em) 44vw, 96px"
              className={styles.portrait}
            />
            <div className={styles.teamWords}>
              <h3>{name}</h3>
              <p className={styles.role}>{role}</p>
              <p className={styles.task}>{task}</p>
              <SocialLinks owner={name} profiles={socials} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Four key figures. */
function Impact() {
  const { heading, text, items } = about.impact;
  return (
    <Section heading={heading} lead={text} tone="ink">
      <dl className={styles.figures}>
        {items.map(({ value, suffix, label }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>
              <Counter value={value} suffix={suffix} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const perView = { 0: 1, 640: 2, 1024: 3 };

/** A carousel of testimonials. */
function ClientTestimonials() {
  const { heading, label } = about.testimonials;
  return (
    <Section heading={heading}>
      <Carousel label={label} delay={3000} speed={500} loop perView={perView} pagination>
        {clientTestimonials.map(({ quote, author, position, avatar, rating }) => (
          <TestimonialCard
            key={author}
            quote={quote}
            name={author}
            role={position}
            picture={avatar}
            rating={rating}
          />
        ))}
      </Carousel>
    </Section>
  );
}
