import { createContext, useContext } from "react";
import { Banner } from "~/ui/Banner";
import styles from "./ConnectionBanner.module.css";

/** Whether the connection was lost and the session's refresh is being retried. */
export const RetryingContext = createContext(false);

/** A banner that is shown while the connection is lost. */
export function ConnectionBanner() {
  const isRetrying = useContext(RetryingContext);
  return (
    <div role="status" className={styles.place}>
      {isRetrying && <Banner due>{CONNECTION_LOST}</Banner>}
    </div>
  );
}

/** The loading view while a session's refresh is retried. */
export const CONNECTION_LOST = "Connection lost. Retrying…";
