import type { Submission } from "../../../api/submissions";
import { stateLabel } from "../../../rules/labels";
import { useStaffRules } from "../../../rules/useRules";
import mark from "../record/work/StateMark.module.css";
import type { SubmissionKind } from "../kinds/kind";
import styles from "./RowMark.module.css";
import { FoundInTextDescription } from "./search/FoundInText";

/**
 * Shows the state and the assignee of a record below the name in its row. Screen readers read them as the
 * row's description, so that they are not part of the cell's accessible name.
 */
export function RowMark({ state, assigned_to }: Submission) {
  const label = stateLabel(useStaffRules(), state);
  return (
    <span className={styles.marks} aria-hidden="true">
      <span className={mark["mark"]} data-state={state}>
        {label}
      </span>
      {assigned_to && (
        <bdi className={styles.assignee} title={assigned_to.name}>
          {assigned_to.name}
        </bdi>
      )}
    </span>
  );
}

/** Returns the id of a row's description. */
export const rowDescription = ({ slug }: Submission) => `row-${slug}`;

type RowDescriptionsProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submissions: readonly T[];
};

/** Shows the descriptions of rows to screen readers, outside of the table. */
export function RowDescriptions<T extends Submission>(props: RowDescriptionsProps<T>) {
  const { kind, submissions } = props;
  return (
    <div hidden>
      {submissions.map((submission) => (
        <RowDescription key={submission.slug} kind={kind} submission={submission} />
      ))}
    </div>
  );
}

type RowDescriptionProps<T extends Submission> = { kind: SubmissionKind<T>; submission: T };

function RowDescription<T extends Submission>({ kind, submission }: RowDescriptionProps<T>) {
  const { state, assigned_to } = submission;
  return (
    <p id={rowDescription(submission)}>
      {stateLabel(useStaffRules(), state)}
      {assigned_to && (
        <>
          , assigned to <bdi>{assigned_to.name}</bdi>
        </>
      )}
      <FoundInTextDescription kind={kind} submission={submission} />
    </p>
  );
}
