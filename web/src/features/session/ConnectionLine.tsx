import { QuietLine } from "../../ui/QuietLine";
import styles from "./ConnectionLine.module.css";
import { useIsRetrying } from "./retrying";

/** Reports above a page that the connection was lost, until it is back. */
export function ConnectionLine() {
  const isRetrying = useIsRetrying();
  return (
    <div role="status" className={styles.place}>
      {isRetrying && <QuietLine due>{CONNECTION_LOST}</QuietLine>}
    </div>
  );
}

/** Shown while a session waits for an answer to its refresh. */
export const CONNECTION_LOST = "Connection lost. Retrying…";
