import type { RecordState } from "@rules/public.js";
import { useStateLabel } from "./useStateLabel";
import styles from "./StateMark.module.css";

/** The state that a record is in. */
export function StateMark({ state }: { state: RecordState }) {
  const label = useStateLabel(state);
  return (
    <span className={styles.mark} data-state={state}>
      {label}
    </span>
  );
}
