import { home } from "~/content/home";
import { paths } from "~/paths";
import { organization } from "~/seo/organization";
import { Closing } from "~/site/Closing";
import { Page } from "~/site/Page";
import { ButtonLink, ButtonExternal } from "~/ui/Button";
import { common } from "~/content/common";
import { site } from "~/content/site";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import pause from "bootstrap-icons/icons/pause-fill.svg?icon";
import play from "bootstrap-icons/icons/play-fill.svg?icon";
import { useState, useEffect } from "react";
import { Icon } from "~/ui/Icon";
import { REDUCED_MOTION, useMediaQuery } from "~/ui/motion/useMediaQuery";
import { Section } from "~/site/Section";
import arrow from "bootstrap-icons/icons/arrow-right.svg?icon";
import { type LinkedTeaser, serviceTeasers } from "~/content/home-services";
import { Link } from "~/ui/Link";
import { type Work, works } from "~/content/home-works";
import { Picture } from "~/ui/Picture";
import { Reveal } from "~/ui/motion/Reveal";
import { testimonials } from "~/content/testimonials";
import { Carousel } from "~/ui/slides/Carousel";
import { TestimonialCard } from "~/site/TestimonialCard";
import { homeFaq } from "~/content/home-faq";
import { Accordion } from "~/ui/Accordion";
import styles from "./HomePage.module.css";

const structured = [organization()];
/** Between the tablet's and the widest layout the picture is cropped at the left. */
const HERO_SIZES = "(min-width: 80em) 600px, (min-width: 48em) 70vw, 92vw";

/** The home page. */
export default function HomePage() {
  return (
    <Page path={paths.home} words={home} heading={home.hero.heading} structured={structured}>
      <Hero />
      <About />
      <Services />
      <Works />
      <Statistics />
      <Testimonials />
      <Faq />
      <Closing words={home.closing}>
        <ButtonLink to={paths.projects}>{home.closing.primary}</ButtonLink>
      </Closing>
    </Page>
  );
}

/** The offer in one sentence, next to a piece of work. */
function Hero() {
  const { eyebrow, heading, lead, primary, phrases, animation, picture, alt, badge } = home.hero;
  return (
    <section className={classNames(layout.container, styles.hero)} aria-labelledby="welcome">
      <div className={styles.heroWords}>
        <p className={layout.eyebrow}>{eyebrow}</p>
        <h1 id="welcome" className={styles.heroHeading}>
          {heading}
        </h1>
        <Phrases phrases={phrases} words={animation} />
      </div>
      <div className={styles.heroWork}>
        <Picture
          source={picture}
          alt={alt}
          sizes={HERO_SIZES}
          priority
          className={styles.heroPicture}
        />
        <p className={styles.badge}>
          <strong>{badge.figure}</strong> {badge.text}
        </p>
      </div>
      <div className={styles.heroOffer}>
        <p className={styles.heroLead}>{lead}</p>
        <div className={styles.heroActions}>
          <ButtonLink to={paths.contact}>{primary}</ButtonLink>
          <ButtonExternal tone="outline" href={site.scheduling}>
            {common.scheduleCall}
          </ButtonExternal>
        </div>
      </div>
    </section>
  );
}

const DELAY = 3000;

type PhrasesProps = {
  phrases: readonly string[];
  /** The names of its button. */
  words: { pause: string; play: string };
};

/** Rotating phrases, one at a time in the same place. */
function Phrases({ phrases, words }: PhrasesProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  const [chosen, setChosen] = useState<boolean>();
  const running = chosen ?? !still;
  const shown = useRotation(phrases.length, DELAY, running);
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.toggle}
        aria-label={running ? words.pause : words.play}
        onClick={() => setChosen(!running)}
      >
        <Icon svg={running ? pause : play} />
      </button>
      {/* All are laid out, so that the longest keeps the place. */}
      <p className={styles.phrases}>
        {phrases.map((phrase, index) => (
          <span key={phrase} className={styles.phrase} data-shown={index === shown || undefined}>
            {phrase}
          </span>
        ))}
      </p>
    </div>
  );
}

/** Returns an index that cycles through `count` values, one every `delay` milliseconds. */
function useRotation(count: number, delay: number, running: boolean): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setStep((now) => (now + 1) % count), delay);
    return () => clearInterval(timer);
  }, [count, delay, running]);
  return step;
}

/** A short introduction of the agency. */
function About() {
  const { lead, body, more } = home.about;
  return (
    <Section heading={site.name} tone="sage">
      <div className={styles.about}>
        <p className={styles.aboutLead}>{lead}</p>
        <div className={styles.aboutWords}>
          {body.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ButtonLink to={paths.about} tone="outline" className={styles.more}>
            {more}
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/** The services, with links to their pages. */
function Services() {
  const { heading, lead } = home.services;
  return (
    <Section heading={heading} lead={lead}>
      <ul className={styles.cards}>
        {serviceTeasers.map((card) => (
          <li key={card.link} className={styles.servicesCell}>
            <ServiceCard {...card} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ServiceCard({ title, description, icon, iconAlt, link }: LinkedTeaser) {
  return (
    <Link to={link} className={classNames(layout.card, styles.servicesCard)}>
      <span className={styles.icon}>
        <Icon svg={icon} alt={iconAlt} />
      </span>
      <div className={styles.servicesWords}>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      <span className={styles.action}>
        <Icon svg={arrow} />
      </span>
    </Link>
  );
}

/** The direction and delay of each card's reveal. */
const entrances = [
  { from: "left", delay: 0.1 },
  { from: "left", delay: 0.1 },
  { from: "right", delay: 0.2 },
  { from: "left", delay: 0.2 },
  { from: "right", delay: 0.4 },
] as const;

/** Selected projects. */
function Works() {
  const { heading, lead, more, connect } = home.works;
  return (
    <Section heading={heading} lead={lead} tone="sunk">
      <ul className={styles.works}>
        {works.map((work, index) => (
          <li key={work.link} className={styles.worksCell}>
            <Reveal {...entrances[index]} className={styles.worksPlace}>
              <WorkCard work={work} wide={index === 0} />
            </Reveal>
          </li>
        ))}
      </ul>
      <div className={styles.worksActions}>
        <ButtonLink to={paths.projects} tone="outline">
          {more}
        </ButtonLink>
        <ButtonLink to={paths.contact}>{connect}</ButtonLink>
      </div>
    </Section>
  );
}

function WorkCard({ work, wide }: { work: Work; wide: boolean }) {
  const { title, category, description, link, picture, alt } = work;
  return (
    <Link to={link} className={classNames(layout.card, styles.worksCard)}>
      <span className={styles.frame}>
        <Picture
          source={picture}
          alt={alt}
          sizes={wide ? "(min-width: 64em) 720px, 92vw" : "(min-width: 48em) 50vw, 92vw"}
          className={styles.picture}
        />
      </span>
      <div className={styles.worksWords}>
        <p className={layout.eyebrow}>{category}</p>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
    </Link>
  );
}

/** Four key figures. */
function Statistics() {
  const { heading, items } = home.statistics;
  return (
    <section className={styles.band} aria-labelledby="figures">
      <div className={classNames(layout.container, styles.inner)}>
        <h2 id="figures" className={styles.statisticsHeading}>
          {heading}
        </h2>
        <ul className={styles.figures}>
          {items.map(({ figure, text }) => (
            <li key={text}>
              <strong>{figure}</strong> {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A carousel of testimonials. */
function Testimonials() {
  const { heading, label } = home.testimonials;
  return (
    <Section heading={heading}>
      <Carousel
        label={label}
        delay={3000}
        perView={{ 0: 1, 768: 2 }}
        continueAfterInteraction
        pagination
      >
        {testimonials.map(({ heading: title, message, image, name, role }) => (
          <TestimonialCard
            key={name}
            heading={title}
            quote={message}
            picture={image}
            name={name}
            role={role}
          />
        ))}
      </Carousel>
    </Section>
  );
}

/** The most common questions. */
function Faq() {
  const { heading, lead, more } = home.faq;
  return (
    <Section
      heading={heading}
      lead={lead}
      action={
        <ButtonLink to={paths.faq} tone="outline">
          {more}
        </ButtonLink>
      }
    >
      <Accordion items={homeFaq} level={3} />
    </Section>
  );
}
