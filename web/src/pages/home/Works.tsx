import { home } from "~/content/home";
import { type Work, works } from "~/content/home-works";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Link } from "~/ui/Link";
import { Picture } from "~/ui/Picture";
import { Reveal } from "~/ui/motion/Reveal";
import { Section } from "~/site/Section";
import styles from "./Works.module.css";

/** The direction and delay of each card's reveal. */
const entrances = [
  { from: "left", delay: 0.1 },
  { from: "left", delay: 0.1 },
  { from: "right", delay: 0.2 },
  { from: "left", delay: 0.2 },
  { from: "right", delay: 0.4 },
] as const;

/** Selected projects. */
export function Works() {
  const { heading, lead, more, connect } = home.works;
  return (
    <Section heading={heading} lead={lead} tone="sunk">
      <ul className={styles.works}>
        {works.map((work, index) => (
          <li key={work.link} className={styles.cell}>
            <Reveal {...entrances[index]} className={styles.place}>
              <Card work={work} wide={index === 0} />
            </Reveal>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <ButtonLink to={paths.projects} tone="outline">
          {more}
        </ButtonLink>
        <ButtonLink to={paths.contact}>{connect}</ButtonLink>
      </div>
    </Section>
  );
}

function Card({ work, wide }: { work: Work; wide: boolean }) {
  const { title, category, description, link, picture, alt } = work;
  return (
    <Link to={link} className={classNames(layout.card, styles.card)}>
      <span className={styles.frame}>
        <Picture
          source={picture}
          alt={alt}
          sizes={wide ? "(min-width: 64em) 720px, 100vw" : "(min-width: 48em) 50vw, 100vw"}
          className={styles.picture}
        />
      </span>
      <div className={styles.words}>
        <p className={layout.eyebrow}>{category}</p>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
    </Link>
  );
}
