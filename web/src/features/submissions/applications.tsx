import { type Application, applicationQueries } from "../../api/applications";
import { paths } from "../../paths";
import { CvLink } from "./CvLink";
import type { SubmissionKind } from "./kind";

/** Job applications. */
export const applications: SubmissionKind<Application> = {
  queries: applicationQueries,
  list: paths.applications,
  detail: paths.application,
  columns: [],
  facts: [
    { label: "Job Title", of: ({ job_title }) => job_title },
    { label: "CV", of: (application) => <CvLink application={application} /> },
  ],
  text: { label: "Cover Letter", of: ({ cover_letter }) => cover_letter },
  answer: { label: "Respond", notice: "Respond functionality coming soon!" },
  words: {
    one: "Application",
    many: "Applications",
    empty: "No application available",
    listToast: "Failed to fetch applications",
    missing: "Application not found",
    failed: "Error loading application details",
    recordToast: "Failed to load application details",
  },
};
