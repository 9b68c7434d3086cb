import styles from "./fields.module.css";

/** A note next to a form's submit button. */
export function FormNote({ text }: { text: string }) {
  return <p className={styles.note}>{text}</p>;
}
