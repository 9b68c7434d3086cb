import { type RecordOf, submissionQueries } from "./submissions";

/** A stored request for an estimate. */
export type Consultation = RecordOf<"consultations">;

/** The queries of consultations. */
export const consultationQueries = submissionQueries<Consultation>("consultations");
