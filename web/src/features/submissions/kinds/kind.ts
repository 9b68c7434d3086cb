import type { ReactNode } from "react";
import type { Submission, submissionQueries } from "../../../api/submissions";
import type { List } from "../../../paths";

/** A property of a submission, as the table and the record show it. */
export type Property<T> = { label: string; render: (submission: T) => ReactNode };

/** A record type of the dashboard. */
export type SubmissionKind<T extends Submission> = {
  queries: ReturnType<typeof submissionQueries<T>>;
  list: List;
  /** Returns the texts that a search covers. */
  searched: (submission: T) => readonly (string | null)[];
  /** The columns of this record type, between the common ones. */
  columns: readonly Property<T>[];
  /** The properties that a record shows between email address and time. */
  facts: readonly Property<T>[];
  /** The long text at the end of a record. */
  text?: Property<T>;
  /** The button above a record, and its notice. */
  answer: { label: string; notice: string };
  words: {
    /** The singular and the plural. */
    one: string;
    many: string;
    empty: string;
    /** The toast for a failed list without a message from the server. */
    listToast: string;
    missing: string;
    failed: string;
    recordToast: string;
  };
};
