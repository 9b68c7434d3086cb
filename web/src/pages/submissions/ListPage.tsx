import type { Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { SubmissionList } from "~/features/submissions/list/SubmissionList";

/** The list of one kind of submission. */
export default function ListPage({ kind }: { kind: SubmissionKind<Submission> }) {
  return <SubmissionList kind={kind} />;
}
