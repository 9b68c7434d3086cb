import type { Service } from "../../content/services/service";
import { classes } from "../../ui/classes";
import layout from "../../ui/layout.module.css";
import styles from "./Voice.module.css";

/** What a client of this service says. */
export function Voice({ of: { quote, clientName, company } }: { of: Service["testimonial"] }) {
  return (
    <section className={classes(layout.container, styles.voice)} aria-label="Testimonial">
      <figure className={styles.figure}>
        <blockquote className={styles.quote}>
          <p>{quote}</p>
        </blockquote>
        <figcaption className={styles.person}>
          <span className={styles.name}>{clientName}</span>
          <span>{company}</span>
        </figcaption>
      </figure>
    </section>
  );
}
