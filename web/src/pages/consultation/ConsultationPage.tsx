import { consultations } from "../../features/submissions/consultations";
import { SubmissionDetail } from "../../features/submissions/SubmissionDetail";

/** One consultation, by the slug in the address. */
export default function ConsultationPage({ slug }: { slug: string }) {
  return <SubmissionDetail key={slug} kind={consultations} slug={slug} />;
}
