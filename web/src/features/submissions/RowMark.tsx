import type { Submission } from "../../api/submissions";
import { stateLabel } from "../../rules/labels";
import { useStaffRules } from "../../rules/useRules";
import { classNames } from "../../ui/class-names";
import mark from "./work/StateMark.module.css";
import type { SubmissionKind } from "./kind";
import styles from "./RowMark.module.css";
import { FoundInTextDescription } from "./search/FoundInText";

/**
 * How a record stands, beside the name in its row. It is drawn there and told as the row's description, so
 * that the cell holds what its column says, the name alone.
 */
export function RowMark({ state, assigned_to }: Submission) {
  const label = stateLabel(useStaffRules(), state);
  return (
    <span className={styles.marks} aria-hidden="true">
      {label && (
        <span
          className={classNames(mark["mark"], styles.drawn)}
          data-state={state}
          data-text={label}
        />
      )}
      {assigned_to && (
        <span
          className={classNames(styles.assignee, styles.drawn)}
          data-text={assigned_to.name}
          title={assigned_to.name}
        />
      )}
    </span>
  );
}

/** The id of what is told of a row. */
export const rowDescription = ({ slug }: Submission) => `row-${slug}`;

type RowDescriptionsProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submissions: readonly T[];
};

/** What is told of rows whose marks are drawn. It stands outside of their table. */
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
