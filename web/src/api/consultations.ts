import type { WorkedResponse_ConsultationResponse } from "./schema";
import { staffClient } from "./staff-client";
import { submissionQueries } from "./submissions";

/** A stored request for an estimate. */
export type Consultation = WorkedResponse_ConsultationResponse;

/** The queries of consultations. */
export const consultationQueries = submissionQueries<Consultation>("consultations", {
  list: (params, signal) => staffClient.GET("/api/consultations", { params, signal }),
  get: (params, signal) => staffClient.GET("/api/consultations/{key}", { params, signal }),
  act: (params, body) => staffClient.POST("/api/consultations/{key}/actions", { params, body }),
});
