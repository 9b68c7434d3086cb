import { home } from "../../content/home";
import layout from "../../ui/layout.module.css";
import styles from "./Statistics.module.css";

/** The agency in four figures. */
export function Statistics() {
  const { label, items } = home.statistics;
  return (
    <section className={styles.band} aria-label={label}>
      <div className={layout.container}>
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
