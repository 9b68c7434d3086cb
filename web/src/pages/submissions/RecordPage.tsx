import type { Submission } from "../../api/submissions";
import type { SubmissionKind } from "../../features/submissions/kinds/kind";
import { SubmissionDetail } from "../../features/submissions/record/SubmissionDetail";

/** One submission of a kind, by the slug in the address. */
export function recordPage<T extends Submission>(kind: SubmissionKind<T>) {
  return function RecordPage({ slug }: { slug: string }) {
    return <SubmissionDetail key={slug} kind={kind} slug={slug} />;
  };
}
