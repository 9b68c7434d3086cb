import { about } from "~/content/about";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Cards.module.css";

/** Mission, results and values. */
export function Cards() {
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
        <div className={styles.words}>
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
