import type { Submission } from "~/api/submissions";
import { site } from "~/content/site";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { SubmissionDetail } from "~/features/submissions/record/SubmissionDetail";
import { StaffRulesGate } from "~/features/session/StaffRulesGate";
import { Seo } from "~/seo/Seo";
import { useParams } from "react-router-dom";

/** One submission, outside the dashboard. */
export default function PublicRecordPage({ kind }: { kind: SubmissionKind<Submission> }) {
  const { slug = "" } = useParams();
  return (
    <>
      <Seo title={`${kind.words.one} | ${site.name}`} />
      <StaffRulesGate>
        <SubmissionDetail kind={kind} slug={slug} />
      </StaffRulesGate>
    </>
  );
}
