import { consultations } from "../../features/submissions/consultations";
import { SubmissionDetail } from "../../features/submissions/SubmissionDetail";
import { RecordFrame } from "./RecordFrame";

/** One consultation outside the dashboard. */
export default function ConsultationRecordPage({ slug }: { slug: string }) {
  return (
    <RecordFrame title={consultations.words.one}>
      <SubmissionDetail key={slug} kind={consultations} slug={slug} />
    </RecordFrame>
  );
}
