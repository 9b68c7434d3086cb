import styles from "./fields.module.css";

/** The error of a form that could not be sent, next to its submit button. */
export function FormFailure({ reason }: { reason: string | undefined }) {
  return (
    <p className={styles.failure} role="alert">
      {reason}
    </p>
  );
}
