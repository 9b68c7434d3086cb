import type { ReactNode } from "react";
import styles from "./fields.module.css";

/** Two fields, side by side on wide screens. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
