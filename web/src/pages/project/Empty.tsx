import styles from "./Empty.module.css";

/** Says that a part of the story is not told. */
export function Empty({ text }: { text: string }) {
  return <p className={styles.empty}>{text}</p>;
}
