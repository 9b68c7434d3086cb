import type { FormName } from "@rules/public.js";
import type { ReactNode } from "react";
import type { Submission, submissionQueries } from "~/api/submissions";
import type { List } from "~/paths";

/** A property of a submission, as the table and the record show it. */
export type Property<T> = { label: string; render: (submission: T) => ReactNode };

/** A record type of the dashboard. */
export type SubmissionKind<T extends Submission> = {
  queries: ReturnType<typeof submissionQueries<T>>;
  /** The form that creates these records. Records show its texts, and a search covers them. */
  form: FormName;
  list: List;
  /** Returns the name of the file that came with the form, for the search. */
  searchedFile?: (submission: T) => string | null;
  /** The columns of this record type, between the common ones. */
  columns: readonly Property<T>[];
  /** The properties that a record shows in addition to the texts of its form. */
  facts?: readonly Property<T>[];
  /** The button above a record, and its notice. */
  reply: { label: string; notice: string };
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
