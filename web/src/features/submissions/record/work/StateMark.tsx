import type { RecordState } from "@rules/public.js";
import { stateLabel } from "../../../../rules/labels";
import { useStaffRules } from "../../../../rules/useRules";
import styles from "./StateMark.module.css";

/** Shows the state of a record. */
export function StateMark({ state }: { state: RecordState }) {
  const label = stateLabel(useStaffRules(), state);
  return (
    <span className={styles.mark} data-state={state}>
      {label}
    </span>
  );
}
