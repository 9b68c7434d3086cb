import { applications } from "../../features/submissions/applications";
import { SubmissionDetail } from "../../features/submissions/SubmissionDetail";
import { RecordFrame } from "./RecordFrame";

/** One job application outside the dashboard. */
export default function ApplicationRecordPage({ slug }: { slug: string }) {
  return (
    <RecordFrame title={applications.words.one}>
      <SubmissionDetail key={slug} kind={applications} slug={slug} />
    </RecordFrame>
  );
}
