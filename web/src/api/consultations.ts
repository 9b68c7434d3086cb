import { type Submission, submissionQueries } from "./submissions";

/** A stored request for an estimate. */
export type Consultation = Submission & { referral: string | null; message: string };

/** The calls that read consultations. */
export const consultationQueries = submissionQueries<Consultation>("consultations");
