import type { ServiceWords } from "~/content/services/schema";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Picture } from "~/ui/Picture";
import styles from "./Passages.module.css";

/** Two sections, each with a picture. */
export function Passages({ service }: { service: ServiceWords }) {
  return (
    <div className={styles.band}>
      <div className={classNames(layout.container, styles.rows)}>
        <Row passage={service.center1} drawing={service.centerImage1} />
        <Row passage={service.center2} drawing={service.centerImage2} />
      </div>
    </div>
  );
}

type RowProps = { passage: ServiceWords["center1"]; drawing: ServiceWords["image"] };

function Row({ passage, drawing }: RowProps) {
  return (
    <section className={styles.row}>
      <Picture
        source={drawing.picture}
        alt={drawing.alt}
        sizes="(min-width: 83.125em) 680px, (min-width: 48em) 52vw, 92vw"
        className={styles.picture}
      />
      <div className={styles.words}>
        <h2>{passage.heading}</h2>
        <p>{passage.text}</p>
      </div>
    </section>
  );
}
