import { projectPage as words } from "~/content/project-page";
import { projectCard, type Project } from "~/content/projects/cards";
import type { CaseStudy } from "~/content/projects/schema";
import { Closing } from "~/site/Closing";
import { homeCrumb } from "~/content/navigation";
import { paths } from "~/paths";
import { breadcrumbList } from "~/seo/lists";
import { creativeWork } from "~/seo/work";
import { plainText, RichText } from "~/site/RichText";
import { Seo, sharedPicture } from "~/seo/Seo";
import { Breadcrumbs } from "~/ui/Breadcrumbs";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Picture } from "~/ui/Picture";
import type { ReactNode } from "react";
import { ExternalLink } from "~/ui/ExternalLink";
import envelope from "bootstrap-icons/icons/envelope-fill.svg?icon";
import linkedin from "bootstrap-icons/icons/linkedin.svg?icon";
import twitter from "bootstrap-icons/icons/twitter-x.svg?icon";
import { absolute } from "~/content/site";
import { Icon } from "~/ui/Icon";
import { Section } from "~/site/Section";
import { Carousel } from "~/ui/slides/Carousel";
import { Stars } from "~/site/Stars";
import { ProjectTile } from "~/site/ProjectTile";
import styles from "./ProjectPage.module.css";

type ProjectPageProps = { slug: string; study?: CaseStudy | undefined };

/** A project's page: its case study, or its card if there is none. */
export default function ProjectPage({ slug, study }: ProjectPageProps) {
  const card = projectCard(slug);
  return (
    <>
      <ProjectSeo card={card} study={study} />
      <Intro card={card} />
      <Facts card={card} study={study}>
        {study ? <Story study={study} /> : <EmptySections />}
      </Facts>
      {study && (
        <>
          <Metrics metrics={study.metrics} />
          <Gallery title={card.title} images={study.galleryImages} />
          <Milestones milestones={study.milestones} />
          <Team roles={study.team} />
          <Feedback study={study} />
          <Related slugs={study.relatedProjects} />
        </>
      )}
      <Closing words={words.closing} />
    </>
  );
}

/** The metadata of a project's page. */
function ProjectSeo({ card, study }: { card: Project; study: CaseStudy | undefined }) {
  const { title, category } = card;
  const link = paths.project(card.slug);
  const description = study?.description ?? plainText(card.description);
  const { projects } = words.trail;
  return (
    <Seo
      title={words.title(title, category)}
      description={description}
      path={link}
      heading={title}
      picture={card.image}
      type="article"
      section={category}
      // Not indexed without a case study: a card has too little content.
      noindex={!study}
      keywords={[category, ...(study ? [study.industry, ...study.technologies] : [])]}
      structured={[
        creativeWork({
          name: title,
          description,
          path: link,
          image: sharedPicture(link),
          ...(study && {
            keywords: study.technologies,
            review: {
              body: study.ceoReview,
              author: study.ceoName,
              rating: study.clutchReview,
            },
          }),
        }),
        breadcrumbList([
          homeCrumb,
          { name: projects, path: paths.projects },
          { name: title, path: link },
        ]),
      ]}
    />
  );
}

const INTRO_SIZES = "(min-width: 83em) 640px, (min-width: 64em) 50vw, 92vw";

/** The project's summary and main picture. */
function Intro({ card }: { card: Project }) {
  const { title, category, description, image, alt } = card;
  const { projects } = words.trail;
  return (
    <section className={classNames(layout.container, styles.intro)}>
      <div className={styles.trail}>
        <Breadcrumbs
          trail={[homeCrumb, { name: projects, path: paths.projects }, { name: title }]}
        />
      </div>
      <div className={styles.words}>
        <p className={layout.eyebrow}>{category}</p>
        <h1>{title}</h1>
        <p className={layout.lead}>
          <RichText text={description} />
        </p>
      </div>
      <Picture source={image} alt={alt} sizes={INTRO_SIZES} priority className={styles.picture} />
    </section>
  );
}

type FactsProps = { card: Project; study: CaseStudy | undefined };

/** The client and the key facts of the project. */
function Facts({ card, study, children }: FactsProps & { children: ReactNode }) {
  return (
    <div className={classNames(styles.band, !study && styles.last)}>
      <div className={classNames(layout.container, styles.columns)}>
        <aside className={styles.side} aria-labelledby="facts">
          <h2 id="facts">{words.facts.heading}</h2>
          <FactList card={card} study={study} />
          <Share card={card} />
        </aside>
        {children}
      </div>
    </div>
  );
}

/** A project without a case study has only a category. */
function FactList({ card, study }: FactsProps) {
  const { facts } = words;
  const rows: [string, string][] = study
    ? [
        [facts.brandName, study.brandName],
        [facts.location, study.location],
        [facts.client, study.client],
        [facts.industry, study.industry],
        [facts.budget, study.budget],
        [facts.stack, study.stack],
      ]
    : [[facts.category, card.category]];
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{facts.live}</dt>
        <dd>
          <Live address={study?.live ?? facts.none} />
        </dd>
      </div>
    </dl>
  );
}

function Live({ address }: { address: CaseStudy["live"] }) {
  if (address === words.facts.none) return address;
  return (
    <ExternalLink href={address} className={styles.live}>
      {new URL(address).host}
    </ExternalLink>
  );
}

/** Links that share the page. */
function Share({ card }: { card: Project }) {
  const { heading, message, ...names } = words.share;
  const address = absolute(paths.project(card.slug));
  const sentence = message(card.title);
  return (
    <div className={styles.share}>
      <p>{heading}</p>
      <ul className={styles.links}>
        <li>
          <ExternalLink href={linkedinShare(address)}>
            <Icon svg={linkedin} />
            {names.linkedin}
          </ExternalLink>
        </li>
        <li>
          <ExternalLink href={twitterShare(address, sentence)}>
            <Icon svg={twitter} />
            {names.twitter}
          </ExternalLink>
        </li>
        <li>
          <a href={emailShare(address, sentence)}>
            <Icon svg={envelope} />
            {names.email}
          </a>
        </li>
      </ul>
    </div>
  );
}

function linkedinShare(address: string): string {
  return `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(address)}`;
}

function twitterShare(address: string, sentence: string): string {
  const [url, text] = [address, sentence].map(encodeURIComponent);
  return `https://twitter.com/intent/tweet?url=${url}&text=${text}`;
}

function emailShare(address: string, sentence: string): string {
  return `mailto:?subject=${encodeURIComponent(sentence)}&body=${encodeURIComponent(address)}`;
}

const insights = ["problem", "solution", "value"] as const;

/** The problem, the solution and its value. */
function Story({ study }: { study: CaseStudy }) {
  return (
    <div className={styles.story}>
      <section aria-labelledby="technologies">
        <h2 id="technologies">{words.technologies}</h2>
        <ul className={styles.technologies}>
          {study.technologies.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </section>
      {insights.map((part) => (
        <section key={part} aria-labelledby={part}>
          <h2 id={part}>{words.insights[part]}</h2>
          <p>{study.insights[part]}</p>
        </section>
      ))}
    </div>
  );
}

const missing = ["metrics", "gallery", "milestones", "team", "related"] as const;

/** The sections of a project that has no case study. */
function EmptySections() {
  return (
    <div className={styles.parts}>
      {missing.map((part) => (
        <section key={part} aria-labelledby={part}>
          <h2 id={part}>{words[part].heading}</h2>
          <p>{words[part].none}</p>
        </section>
      ))}
    </div>
  );
}

/** The results, in figures. */
function Metrics({ metrics }: { metrics: CaseStudy["metrics"] }) {
  const { heading, none } = words.metrics;
  return (
    <Section heading={heading}>
      {metrics.length === 0 ? (
        <Empty text={none} />
      ) : (
        <dl className={styles.metrics}>
          {metrics.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

const SCREEN_SIZES = "(min-width: 83em) 1200px, 92vw";

type GalleryProps = { title: string; images: CaseStudy["galleryImages"] };

/** A carousel of screenshots. */
function Gallery({ title, images }: GalleryProps) {
  const { heading, label, none } = words.gallery;
  return (
    <Section heading={heading} tone="sage">
      {images.length === 0 ? (
        <Empty text={none} />
      ) : (
        <Carousel label={label(title)} delay={3000} speed={500} loop continueAfterInteraction>
          {images.map(({ picture, alt }) => (
            <Picture
              key={picture.name}
              source={picture}
              alt={alt}
              sizes={SCREEN_SIZES}
              className={styles.screen}
            />
          ))}
        </Carousel>
      )}
    </Section>
  );
}

/** The steps of the work, numbered. */
function Milestones({ milestones }: { milestones: CaseStudy["milestones"] }) {
  const { heading, none } = words.milestones;
  return (
    <Section heading={heading}>
      {milestones.length === 0 ? (
        <Empty text={none} />
      ) : (
        <ol className={styles.milestones}>
          {milestones.map(({ title, description }, index) => (
            <li key={title}>
              <span className={styles.number}>{index + 1}</span>
              <div>
                <h3>{title}</h3>
                <p>{description}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** The people who worked on it, by role. */
function Team({ roles }: { roles: CaseStudy["team"] }) {
  const { heading, none } = words.team;
  return (
    <Section heading={heading}>
      {roles.length === 0 ? (
        <Empty text={none} />
      ) : (
        <ul className={styles.roles}>
          {roles.map(({ role }) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The client's quote. */
function Feedback({ study }: { study: CaseStudy }) {
  const { ceoReview, ceoName, ceoPosition, ceoImage, clutchReview } = study;
  return (
    <Section heading={words.feedback.heading} tone="ink">
      <figure className={styles.feedback}>
        <div className={styles.score}>
          <Stars rating={clutchReview} />
        </div>
        <blockquote className={styles.quote}>
          <p>{ceoReview}</p>
        </blockquote>
        <figcaption className={styles.person}>
          {ceoImage && (
            <Picture source={ceoImage} alt="" sizes="56px" className={styles.portrait} />
          )}
          <span>
            <span className={styles.name}>{ceoName}</span>
            <span className={styles.position}>{ceoPosition}</span>
          </span>
        </figcaption>
      </figure>
    </Section>
  );
}

const RELATED_SIZES = "(min-width: 83em) 380px, (min-width: 48em) 30vw, 92vw";

/** Related projects. */
function Related({ slugs }: { slugs: readonly string[] }) {
  const { heading, none } = words.related;
  return (
    <Section heading={heading}>
      {slugs.length === 0 ? (
        <Empty text={none} />
      ) : (
        <ul className={styles.related}>
          {slugs.map((slug) => (
            <li key={slug}>
              <ProjectTile project={projectCard(slug)} sizes={RELATED_SIZES} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A message for a missing section. */
function Empty({ text }: { text: string }) {
  return <p className={styles.empty}>{text}</p>;
}
