import type { Submission } from "../../api/submissions";
import type { SubmissionKind } from "../../features/submissions/kind";
import { SubmissionDetail } from "../../features/submissions/SubmissionDetail";
import { RecordFrame } from "./RecordFrame";

/** One submission of a kind outside the dashboard. */
export function recordPage<T extends Submission>(kind: SubmissionKind<T>) {
  return function RecordPage({ slug }: { slug: string }) {
    return (
      <RecordFrame title={kind.words.one}>
        <SubmissionDetail key={slug} kind={kind} slug={slug} />
      </RecordFrame>
    );
  };
}
