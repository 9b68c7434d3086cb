import { applications } from "../../features/submissions/applications";
import { SubmissionDetail } from "../../features/submissions/SubmissionDetail";

/** One job application, by the slug in the address. */
export default function ApplicationPage({ slug }: { slug: string }) {
  return <SubmissionDetail key={slug} kind={applications} slug={slug} />;
}
