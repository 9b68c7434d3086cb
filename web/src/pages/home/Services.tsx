import { home } from "../../content/home";
import { classes } from "../../ui/classes";
import layout from "../../ui/layout.module.css";
import styles from "./Services.module.css";

/** What the agency builds. */
export function Services() {
  const { heading, items } = home.services;
  return (
    <section className={classes(layout.container, styles.services)} aria-labelledby="services">
      <h2 id="services">{heading}</h2>
      <ul className={styles.items}>
        {items.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
