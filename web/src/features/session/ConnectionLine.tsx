import { QuietLine } from "../../ui/QuietLine";
import styles from "./ConnectionLine.module.css";
import { useIsRetrying } from "./retrying";

/** A banner that is shown while the connection is lost. */
export function ConnectionLine() {
  const isRetrying = useIsRetrying();
  return (
    <div role="status" className={styles.place}>
      {isRetrying && <QuietLine due>{CONNECTION_LOST}</QuietLine>}
    </div>
  );
}

/** The loading view while a session's refresh is retried. */
export const CONNECTION_LOST = "Connection lost. Retrying…";
