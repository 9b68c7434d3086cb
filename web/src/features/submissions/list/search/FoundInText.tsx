import type { Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { useExcerpt } from "./excerpt";
import styles from "./FoundInText.module.css";
import mark from "~/features/submissions/shared/Marked.module.css";

type FoundInTextProps<T extends Submission> = { kind: SubmissionKind<T>; submission: T };

/**
 * Shows an excerpt of a record's long text if only that matches the search. Screen readers read it in
 * `FoundInTextDescription`, so that it is not part of the cell's accessible name.
 */
export function FoundInText<T extends Submission>({ kind, submission }: FoundInTextProps<T>) {
  const excerpt = useExcerpt(kind, submission);
  if (!excerpt) return null;
  const { before, found, after } = excerpt;
  return (
    <span className={styles.excerpt} aria-hidden="true" dir="auto">
      <span>{before}</span>
      <mark className={mark["mark"]}>{found}</mark>
      <span>{after}</span>
    </span>
  );
}

/** Shows the excerpt as a part of the row's description. */
export function FoundInTextDescription<T extends Submission>(props: FoundInTextProps<T>) {
  const excerpt = useExcerpt(props.kind, props.submission);
  if (!excerpt) return null;
  const { label, before, found, after } = excerpt;
  return (
    <span>
      <span>{`, found in ${label}: `}</span>
      <bdi>{before + found + after}</bdi>
    </span>
  );
}
