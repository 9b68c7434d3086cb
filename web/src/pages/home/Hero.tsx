import { common } from "~/content/common";
import { home } from "~/content/home";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { ButtonExternal, ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Hero.module.css";
import { Phrases } from "./Phrases";

/** The offer in one sentence, next to the river that the agency is named after. */
export function Hero() {
  const { eyebrow, heading, lead, primary, phrases, animation, badge } = home.hero;
  return (
    <section className={classNames(layout.container, styles.hero)} aria-labelledby="welcome">
      <div className={styles.words}>
        <p className={layout.eyebrow}>{eyebrow}</p>
        <h1 id="welcome" className={styles.heading}>
          {heading}
        </h1>
        <Phrases phrases={phrases} words={animation} />
        <p className={styles.lead}>{lead}</p>
        <div className={styles.actions}>
          <ButtonLink to={paths.contact}>{primary}</ButtonLink>
          <ButtonExternal tone="outline" href={site.scheduling}>
            {common.scheduleCall}
          </ButtonExternal>
        </div>
      </div>
      <div className={styles.map}>
        <div className={styles.contours} />
        <div className={styles.river} />
        <p className={styles.badge}>
          <strong>{badge.figure}</strong> {badge.text}
        </p>
        <p className={styles.place} aria-hidden="true">
          {site.place}
          <span>{site.coordinates}</span>
        </p>
      </div>
    </section>
  );
}
