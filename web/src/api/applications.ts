import type { WorkedResponse_ApplicationResponse } from "./schema";
import { submissionQueries } from "./submissions";

/** A stored job application. */
export type Application = WorkedResponse_ApplicationResponse;

/** The queries of applications. */
export const applicationQueries = submissionQueries<Application>("applications");
