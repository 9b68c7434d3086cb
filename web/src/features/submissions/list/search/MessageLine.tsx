import type { Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import mark from "~/features/submissions/shared/Marked.module.css";
import { useMessageLine } from "./message-line";
import styles from "./MessageLine.module.css";

type MessageLineProps<T extends Submission> = { kind: SubmissionKind<T>; submission: T };

/** Shows the start of a record's message, or the part of it that matches the search. */
export function MessageLine<T extends Submission>({ kind, submission }: MessageLineProps<T>) {
  const { label, before, found, after } = useMessageLine(kind, submission);
  return (
    <span className={styles.line} data-found={label && true} dir="auto">
      {label && <span className="visually-hidden">{`found in ${label}: `}</span>}
      <span>{before}</span>
      {found && <mark className={mark["mark"]}>{found}</mark>}
      <span>{after}</span>
    </span>
  );
}
