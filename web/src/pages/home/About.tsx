import { home } from "~/content/home";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";
import { Section } from "~/site/Section";
import styles from "./About.module.css";

/** A short introduction of the agency. */
export function About() {
  const { lead, body, more } = home.about;
  return (
    <Section heading={site.name} tone="sage">
      <div className={styles.about}>
        <p className={styles.lead}>{lead}</p>
        <div className={styles.words}>
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
