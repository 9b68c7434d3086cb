import { home } from "~/content/home";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Statistics.module.css";

/** Four key figures. */
export function Statistics() {
  const { heading, items } = home.statistics;
  return (
    <section className={styles.band} aria-labelledby="figures">
      <div className={classNames(layout.container, styles.inner)}>
        <h2 id="figures" className={styles.heading}>
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
