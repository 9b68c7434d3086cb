import type { WorkedResponse_ConsultationResponse } from "./schema";
import { submissionQueries } from "./submissions";

/** A stored request for an estimate. */
export type Consultation = WorkedResponse_ConsultationResponse;

/** The queries of consultations. */
export const consultationQueries = submissionQueries<Consultation>("consultations");
