import { type Submission, submissionQueries } from "./submissions";

/** A stored job application. */
export type Application = Submission & {
  job_title: string;
  /** A signed link to the file, good for a short while. */
  cv_upload: string;
  cover_letter: string;
};

/** The calls that read applications. */
export const applicationQueries = submissionQueries<Application>("applications");
