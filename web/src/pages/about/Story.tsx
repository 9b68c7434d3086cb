import { about } from "~/content/about";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Story.module.css";

/** How the agency was founded. */
export function Story() {
  const { heading, lead, paragraphs } = about.story;
  return (
    <section className={styles.band} aria-labelledby="story">
      <div className={classNames(layout.container, styles.columns)}>
        <h2 id="story">{heading}</h2>
        <div className={styles.words}>
          <p className={styles.lead}>{lead}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}
