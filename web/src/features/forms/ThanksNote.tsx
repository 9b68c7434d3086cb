import { Link } from "~/ui/Link";
import type { Thanks } from "./thanks";
import styles from "./ThanksNote.module.css";

type ThanksNoteProps = Pick<Thanks, "text" | "next"> & {
  /** Whether the form was sent, and nothing was typed since. */
  shown: boolean;
};

// The same function at each render, so that it runs once.
const bringIntoView = (note: HTMLElement | null) => note?.scrollIntoView?.({ block: "center" });

/** Thanks above a form that was sent and emptied. Always rendered, so that it is announced. */
export function ThanksNote({ text, next, shown }: ThanksNoteProps) {
  return (
    <div className={styles.note} role="status">
      {shown && (
        <>
          <p ref={bringIntoView}>{text}</p>
          <Link to={next.to}>{next.label}</Link>
        </>
      )}
    </div>
  );
}
