import { servicePage } from "~/content/service-page";
import type { ServiceWords } from "~/content/services/schema";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Testimonial.module.css";

/** A quote of a client of this service. */
export function Testimonial({
  testimonial: { quote, clientName, company },
}: {
  testimonial: ServiceWords["testimonial"];
}) {
  return (
    <section
      className={classNames(layout.container, styles.testimonial)}
      aria-label={servicePage.testimonial}
    >
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
