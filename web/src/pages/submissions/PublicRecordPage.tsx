import type { Submission } from "../../api/submissions";
import type { SubmissionKind } from "../../features/submissions/kinds/kind";
import { SubmissionDetail } from "../../features/submissions/record/SubmissionDetail";
import { PublicRecordLayout } from "./PublicRecordLayout";

/** One submission of a kind outside the dashboard. */
export function publicRecordPage<T extends Submission>(kind: SubmissionKind<T>) {
  return function PublicRecordPage({ slug }: { slug: string }) {
    return (
      <PublicRecordLayout title={kind.words.one}>
        <SubmissionDetail key={slug} kind={kind} slug={slug} />
      </PublicRecordLayout>
    );
  };
}
