import { type Consultation, consultationQueries } from "~/api/consultations";
import { lists } from "~/paths";
import { NoValue } from "./NoValue";
import type { SubmissionKind } from "./kind";

/** The record type of requests for an estimate. */
const consultations: SubmissionKind<Consultation> = {
  queries: consultationQueries,
  form: "contact",
  list: lists.consultations,
  columns: [{ label: "Referral", render: ({ referral }) => referral ?? <NoValue /> }],
  reply: { label: "Reply", notice: "Reply functionality coming soon!" },
  words: {
    one: "Consultation",
    many: "Consultations",
    empty: "No consultations available",
    listToast: "Failed to fetch consultations",
    missing: "Consultation not found",
    failed: "Error loading consultation details",
    recordToast: "Failed to load consultation details",
  },
};

export default consultations;
