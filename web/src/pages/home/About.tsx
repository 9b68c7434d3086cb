import { home } from "../../content/home";
import { site } from "../../content/site";
import { classes } from "../../ui/classes";
import layout from "../../ui/layout.module.css";
import styles from "./About.module.css";

/** Who the agency is. */
export function About() {
  const { eyebrow, lead, body } = home.about;
  return (
    <section className={styles.band} aria-labelledby="about">
      <div className={classes(layout.container, styles.about)}>
        <div className={styles.title}>
          <p className={layout.eyebrow}>{eyebrow}</p>
          <h2 id="about">{site.name}</h2>
        </div>
        <div className={styles.words}>
          <p className={styles.lead}>{lead}</p>
          <div className={styles.body}>
            {body.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
