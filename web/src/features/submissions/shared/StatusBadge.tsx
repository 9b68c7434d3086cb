import type { RecordState } from "@rules/public.js";
import { stateLabel } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import styles from "./StatusBadge.module.css";

/** Shows the state of a record. */
export function StatusBadge({ state }: { state: RecordState }) {
  const label = stateLabel(useStaffRules(), state);
  return (
    <span className={styles.badge} data-state={state}>
      {label}
    </span>
  );
}
