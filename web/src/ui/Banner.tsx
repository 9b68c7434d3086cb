import type { ReactNode } from "react";
import styles from "./Banner.module.css";

/** A banner above a page. `due` marks one that needs action. */
export function Banner({ due = false, children }: { due?: boolean; children: ReactNode }) {
  return (
    <p className={styles.line} data-due={due || undefined}>
      {children}
    </p>
  );
}
