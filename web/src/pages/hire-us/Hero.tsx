import { hireUs } from "~/content/hire-us";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Hero.module.css";

/** The offer, next to a sample of the weekly note to clients. */
export function Hero() {
  const { eyebrow, heading, lead, primary, note } = hireUs;
  return (
    <section className={styles.band}>
      <div className={classNames(layout.container, styles.columns)}>
        <div className={styles.words}>
          <p className={classNames(layout.eyebrow, styles.eyebrow)}>{eyebrow}</p>
          <h1>{heading}</h1>
          <p className={styles.lead}>{lead}</p>
          <ButtonLink to={paths.contact}>{primary}</ButtonLink>
        </div>
        <figure className={styles.note}>
          <figcaption className={styles.title}>{note.title}</figcaption>
          <dl>
            {note.lines.map(({ name, text }) => (
              <div key={name} className={styles.line}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </figure>
      </div>
    </section>
  );
}
