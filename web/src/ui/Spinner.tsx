import styles from "./Spinner.module.css";

type SpinnerProps = {
  /** What is on its way, for those who do not see that it turns. */
  label?: string;
  /** Why it takes so long, for everybody. */
  note?: string | undefined;
};

/** Shows that something is on its way. */
export function Spinner({ label = "Loading", note }: SpinnerProps) {
  return (
    <div className={styles.frame} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className={note ? styles.note : "visually-hidden"}>{note ?? label}</span>
    </div>
  );
}
