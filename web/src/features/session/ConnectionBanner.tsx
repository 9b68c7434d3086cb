import { Banner } from "~/ui/Banner";
import styles from "./ConnectionBanner.module.css";
import { useIsRetrying } from "./retrying";

/** A banner that is shown while the connection is lost. */
export function ConnectionBanner() {
  const isRetrying = useIsRetrying();
  return (
    <div role="status" className={styles.place}>
      {isRetrying && <Banner due>{CONNECTION_LOST}</Banner>}
    </div>
  );
}

/** The loading view while a session's refresh is retried. */
export const CONNECTION_LOST = "Connection lost. Retrying…";
