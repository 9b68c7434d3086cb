import { type Application, applicationQueries } from "~/api/applications";
import { lists } from "~/paths";
import { Cv } from "./Cv";
import { fileName } from "./file-name";
import type { SubmissionKind } from "./kind";

/** The record type of job applications. */
const applications: SubmissionKind<Application> = {
  queries: applicationQueries,
  form: "application",
  list: lists.applications,
  searchedFile: ({ cv_upload }) => fileName(cv_upload),
  columns: [],
  facts: [
    {
      label: "CV",
      render: (application) => <Cv key={application.slug} application={application} />,
    },
  ],
  reply: { label: "Respond", notice: "Respond functionality coming soon!" },
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

export default applications;
