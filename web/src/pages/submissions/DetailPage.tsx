import type { Submission } from "../../api/submissions";
import type { SubmissionKind } from "../../features/submissions/kind";
import { SubmissionDetail } from "../../features/submissions/SubmissionDetail";

/** One submission of a kind, by the slug in the address. */
export function detailPage<T extends Submission>(kind: SubmissionKind<T>) {
  return function DetailPage({ slug }: { slug: string }) {
    return <SubmissionDetail key={slug} kind={kind} slug={slug} />;
  };
}
