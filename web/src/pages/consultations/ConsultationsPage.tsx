import { consultations } from "../../features/submissions/consultations";
import { SubmissionList } from "../../features/submissions/SubmissionList";

/** The list of consultations. */
export default function ConsultationsPage() {
  return <SubmissionList kind={consultations} />;
}
