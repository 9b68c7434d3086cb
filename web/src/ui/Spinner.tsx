import styles from "./Spinner.module.css";

/** Shows that something is on its way. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div className={styles.frame} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
