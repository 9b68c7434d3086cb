import arrow from "bootstrap-icons/icons/arrow-right.svg?react";
import { home } from "~/content/home";
import { type LinkedTeaser, serviceTeasers } from "~/content/home-services";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import layout from "~/ui/layout/layout.module.css";
import { Link } from "~/ui/Link";
import { Section } from "~/site/Section";
import styles from "./Services.module.css";

/** The services, with links to their pages. */
export function Services() {
  const { heading, lead } = home.services;
  return (
    <Section heading={heading} lead={lead}>
      <ul className={styles.cards}>
        {serviceTeasers.map((card) => (
          <li key={card.link} className={styles.cell}>
            <Card {...card} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Card({ title, description, icon, iconAlt, link }: LinkedTeaser) {
  return (
    <Link to={link} className={classNames(layout.card, styles.card)}>
      <span className={styles.icon}>
        <Icon svg={icon} alt={iconAlt} />
      </span>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      <span className={styles.action}>
        <Icon svg={arrow} />
      </span>
    </Link>
  );
}
