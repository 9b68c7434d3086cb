import { Link } from "../../ui/Link";
import type { Thanks } from "./thanks";
import styles from "./ThanksNote.module.css";

// The same function at each render, so that it runs once.
const takeFocus = (note: HTMLElement | null) => note?.focus();

/**
 * Thanks above a form that was sent, which was emptied. It takes the focus, because it may be out of
 * view.
 */
export function ThanksNote({ text, next }: Pick<Thanks, "text" | "next">) {
  return (
    <div className={styles.note} tabIndex={-1} ref={takeFocus}>
      <p>{text}</p>
      <Link to={next.to}>{next.label}</Link>
    </div>
  );
}
