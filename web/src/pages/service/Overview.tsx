import { servicePage as words } from "~/content/service-page";
import type { ServiceWords } from "~/content/services/schema";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Picture } from "~/ui/Picture";
import styles from "./Overview.module.css";

/** The agency's view of the service. */
export function Overview({ service: { image, overview1, overview2 } }: { service: ServiceWords }) {
  return (
    <section className={classNames(layout.container, styles.overview)} aria-labelledby="overview">
      <div className={styles.words}>
        <h2 id="overview" className={layout.eyebrow}>
          {words.overview}
        </h2>
        <p className={styles.lead}>{overview1}</p>
        <p className={styles.text}>{overview2}</p>
      </div>
      <Picture
        source={image.picture}
        alt={image.alt}
        sizes="(min-width: 83.125em) 560px, (min-width: 64em) 44vw, 92vw"
        className={styles.picture}
      />
    </section>
  );
}
