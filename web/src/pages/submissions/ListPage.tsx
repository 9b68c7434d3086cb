import type { Submission } from "../../api/submissions";
import type { SubmissionKind } from "../../features/submissions/kinds/kind";
import { SubmissionList } from "../../features/submissions/list/SubmissionList";

/** The list of what was sent of one kind. */
export function listPage<T extends Submission>(kind: SubmissionKind<T>) {
  return function ListPage() {
    return <SubmissionList kind={kind} />;
  };
}
