import styles from "./fields.module.css";

/** What is good to know before the form is sent, in a line beside its button. */
export function FormNote({ text }: { text: string }) {
  return <p className={styles.note}>{text}</p>;
}
