import type { ReactNode } from "react";
import { classNames } from "./styles/class-names";
import styles from "./Spinner.module.css";

type SpinnerProps = {
  /** The accessible name. */
  label?: string;
  /** Why loading takes so long. Visible. */
  note?: ReactNode;
};

/** A loading indicator. */
export function Spinner({ label = "Loading", note }: SpinnerProps) {
  return (
    <div className={styles.frame} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className={classNames("announced", note ? styles.note : "visually-hidden")}>
        {note ?? label}
      </span>
    </div>
  );
}
