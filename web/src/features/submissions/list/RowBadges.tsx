import type { Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";
import { StatusBadge } from "../shared/StatusBadge";
import styles from "./RowBadges.module.css";

type RowBadgesProps = {
  submission: Submission;
  /** The box of the list. Its state, if it has one, is not repeated. */
  box: Filter["box"];
};

/** Shows the state and the assignee of a record next to the name in its row. */
export function RowBadges({ submission: { state, assigned_to }, box }: RowBadgesProps) {
  return (
    <span className={styles.badges}>
      {(!box || box === "kept") && (
        <span>
          <StatusBadge state={state} />
          <span className="visually-hidden">, </span>
        </span>
      )}
      {assigned_to && (
        <span className={styles.assignee} title={assigned_to.name}>
          <span className="visually-hidden">assigned to </span>
          <bdi>{assigned_to.name}</bdi>
          <span className="visually-hidden">, </span>
        </span>
      )}
    </span>
  );
}
