import type { ReactNode } from "react";
import styles from "./QuietLine.module.css";

/** Something to know above a page, which keeps nobody from it; `due` when somebody has to do something. */
export function QuietLine({ due = false, children }: { due?: boolean; children: ReactNode }) {
  return (
    <p className={styles.line} data-due={due || undefined}>
      {children}
    </p>
  );
}
