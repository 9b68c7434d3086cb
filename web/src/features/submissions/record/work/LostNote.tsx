import { readNoteDraft } from "~/features/session/note-drafts";
import styles from "./LostNote.module.css";
import { useStaff } from "~/features/session/useStaff";

/** Shows the draft of a note on a deleted record, so that it can be copied. */
export function LostNote({ about }: { about: string }) {
  const { me } = useStaff();
  const text = readNoteDraft(me?.username ?? "", about);
  if (!text) return null;
  return (
    <figure className={styles.lost}>
      <figcaption>Your note wasn't saved:</figcaption>
      <blockquote dir="auto">{text}</blockquote>
    </figure>
  );
}
