import styles from "./fields.module.css";

/** Why the form could not be sent, beside the button that sends it. */
export function FormFailure({ reason }: { reason: string | undefined }) {
  return (
    <p className={styles.failure} role="alert">
      {reason}
    </p>
  );
}
