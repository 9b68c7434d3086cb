import type { Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { SubmissionDetail } from "~/features/submissions/record/SubmissionDetail";
import { useParams } from "react-router-dom";

/** One submission, by the slug in the address. */
export default function RecordPage({ kind }: { kind: SubmissionKind<Submission> }) {
  const { slug = "" } = useParams();
  return <SubmissionDetail kind={kind} slug={slug} inDashboard />;
}
