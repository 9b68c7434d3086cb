import { readDraft } from "../../../session/drafts";
import styles from "./LostNote.module.css";
import { useStaff } from "../../../session/useStaff";

/** What somebody has typed about a record that is no more, to be taken along. */
export function LostNote({ about }: { about: string }) {
  const { me } = useStaff();
  const text = readDraft(me?.username ?? "", about);
  if (!text) return null;
  return (
    <figure className={styles.lost}>
      <figcaption>Your note was not stored:</figcaption>
      <blockquote dir="auto">{text}</blockquote>
    </figure>
  );
}
