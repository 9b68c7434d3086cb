import { mainId } from "./Main";
import styles from "./SkipLink.module.css";

/** The link for keyboard users that skips to the main content. */
export function SkipLink() {
  return (
    <a className={styles.link} href={`#${mainId}`}>
      Skip to content
    </a>
  );
}
