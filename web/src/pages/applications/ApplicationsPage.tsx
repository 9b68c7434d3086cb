import { applications } from "../../features/submissions/applications";
import { SubmissionList } from "../../features/submissions/SubmissionList";

/** The list of job applications. */
export default function ApplicationsPage() {
  return <SubmissionList kind={applications} />;
}
