import type { MouseEvent, ReactNode } from "react";
import styles from "./Main.module.css";

/** The id of the main landmark. */
export const mainId = "main";

/** The main landmark. Focusable, so that a new page is announced. */
export function Main({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <main id={mainId} tabIndex={-1} className={className}>
      {children}
    </main>
  );
}

// A jump to its fragment would be a new page to the router, without the state of this one.
function skip(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(mainId)?.focus();
}

/** The link for keyboard users that skips to the main landmark. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`} onClick={skip}>
      Skip to content
    </a>
  );
}
