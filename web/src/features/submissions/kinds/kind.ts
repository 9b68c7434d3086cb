import type { ReactNode } from "react";
import type { Submission, submissionQueries } from "../../../api/submissions";
import type { List } from "../../../paths";

/** One property of a submission as the table and the record show it. */
export type Shown<T> = { label: string; of: (submission: T) => ReactNode };

/** What tells one kind of submission from another where an admin reads them. */
export type SubmissionKind<T extends Submission> = {
  queries: ReturnType<typeof submissionQueries<T>>;
  list: List;
  /** The texts that it is found by. */
  searched: (submission: T) => readonly (string | null)[];
  /** The columns between those that every kind has. */
  columns: readonly Shown<T>[];
  /** What a record shows between the e-mail address and the moment. */
  facts: readonly Shown<T>[];
  /** The long text that a record ends with, where it has one. */
  text?: Shown<T>;
  /** What is offered beside a record. */
  answer: { label: string; notice: string };
  words: {
    /** One of them, and many. */
    one: string;
    many: string;
    empty: string;
    /** The toast for a list that failed without words of its own. */
    listToast: string;
    missing: string;
    failed: string;
    recordToast: string;
  };
};
