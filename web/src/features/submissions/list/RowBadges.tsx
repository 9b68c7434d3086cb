import type { Submission } from "~/api/submissions";
import { StatusBadge } from "../shared/StatusBadge";
import styles from "./RowBadges.module.css";

/**
 * Shows the state and the assignee of a record below the name in its row. Screen readers read them as the
 * row's description, so that they are not part of the cell's accessible name.
 */
export function RowBadges({ state, assigned_to }: Submission) {
  return (
    <span className={styles.badges} aria-hidden="true">
      <StatusBadge state={state} />
      {assigned_to && (
        <bdi className={styles.assignee} title={assigned_to.name}>
          {assigned_to.name}
        </bdi>
      )}
    </span>
  );
}
