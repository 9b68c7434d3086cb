import type { Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { SubmissionDetail } from "~/features/submissions/record/SubmissionDetail";
import { useParams } from "react-router-dom";
import { PublicRecordLayout } from "./PublicRecordLayout";

/** One submission, outside the dashboard. */
export default function PublicRecordPage({ kind }: { kind: SubmissionKind<Submission> }) {
  const { slug = "" } = useParams();
  return (
    <PublicRecordLayout title={kind.words.one}>
      <SubmissionDetail key={slug} kind={kind} slug={slug} />
    </PublicRecordLayout>
  );
}
