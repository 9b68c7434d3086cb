import type { Submission } from "../../../api/submissions";
import type { SubmissionKind } from "../kind";
import { useExcerpt } from "./excerpt";
import styles from "./FoundInText.module.css";
import mark from "./Marked.module.css";

type FoundInTextProps<T extends Submission> = { kind: SubmissionKind<T>; submission: T };

/**
 * Where only a row's long text has what is searched for, the piece that has it, marked. It is drawn, and told by
 * `FoundInTextDescription`, so that the cell holds what its column says.
 */
export function FoundInText<T extends Submission>({ kind, submission }: FoundInTextProps<T>) {
  const excerpt = useExcerpt(kind, submission);
  if (!excerpt) return null;
  const { before, found, after } = excerpt;
  return (
    <span className={styles.excerpt} aria-hidden="true">
      <span className={styles.drawn} data-text={before} />
      <mark className={`${mark["mark"]} ${styles.drawn}`} data-text={found} />
      <span className={styles.drawn} data-text={after} />
    </span>
  );
}

/** The same as a part of the row's description. */
export function FoundInTextDescription<T extends Submission>(props: FoundInTextProps<T>) {
  const excerpt = useExcerpt(props.kind, props.submission);
  if (!excerpt) return null;
  const { label, before, found, after } = excerpt;
  return (
    <>
      , found in {label}: <bdi>{before + found + after}</bdi>
    </>
  );
}
