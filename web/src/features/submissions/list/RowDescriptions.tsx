import type { Submission } from "~/api/submissions";
import { stateLabel } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import type { SubmissionKind } from "../kinds/kind";
import { FoundInTextDescription } from "./search/FoundInText";

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
      <span>{stateLabel(useStaffRules(), state)}</span>
      {assigned_to && (
        <span>
          , assigned to <bdi>{assigned_to.name}</bdi>
        </span>
      )}
      <FoundInTextDescription kind={kind} submission={submission} />
    </p>
  );
}
