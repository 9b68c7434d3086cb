import { mainId } from "./Main";
import styles from "./SkipLink.module.css";

/** The first stop for those who use a keyboard. */
export function SkipLink() {
  return (
    <a className={styles.link} href={`#${mainId}`}>
      Skip to content
    </a>
  );
}
