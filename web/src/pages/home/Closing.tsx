import { home } from "../../content/home";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonExternal, ButtonLink } from "../../ui/Button";
import layout from "../../ui/layout.module.css";
import styles from "./Closing.module.css";

/** The way on: write, or talk. */
export function Closing() {
  const { heading, text } = home.closing;
  return (
    <section className={layout.container} aria-labelledby="closing">
      <div className={styles.band}>
        <div className={styles.words}>
          <h2 id="closing">{heading}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.actions}>
          <ButtonLink to={paths.contact}>Get a Free Estimate</ButtonLink>
          <ButtonExternal tone="outline" href={site.scheduling}>
            Schedule A Call
          </ButtonExternal>
        </div>
      </div>
    </section>
  );
}
