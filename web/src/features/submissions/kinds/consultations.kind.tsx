import { type Consultation, consultationQueries } from "../../../api/consultations";
import { lists } from "../../../paths";
import { NoValue } from "./NoValue";
import type { SubmissionKind } from "./kind";

/** The record type of requests for an estimate. */
const consultations: SubmissionKind<Consultation> = {
  queries: consultationQueries,
  list: lists.consultations,
  searched: ({ full_name, email, referral, message }) => [
    full_name ?? null,
    email,
    referral,
    message,
  ],
  columns: [{ label: "Referral", render: ({ referral }) => referral ?? <NoValue /> }],
  facts: [{ label: "Referral", render: ({ referral }) => referral ?? "None given" }],
  text: { label: "Message", render: ({ message }) => message },
  answer: { label: "Reply", notice: "Reply functionality coming soon!" },
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
