import styles from "./Empty.module.css";

/** A message for a missing section. */
export function Empty({ text }: { text: string }) {
  return <p className={styles.empty}>{text}</p>;
}
