import type { MouseEvent } from "react";
import { mainId } from "./Main";
import styles from "./SkipLink.module.css";

// A jump to its fragment would be a new page to the router, without the state of this one.
function skip(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(mainId)?.focus();
}

/** The link for keyboard users that skips to the main content. */
export function SkipLink() {
  return (
    <a className={styles.link} href={`#${mainId}`} onClick={skip}>
      Skip to content
    </a>
  );
}
