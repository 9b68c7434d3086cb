import { type ReactNode, useId } from "react";
import { nameOf, type Submission } from "../../../api/submissions";
import type { SubmissionKind } from "../kinds/kind";
import { rowDescription, RowMark } from "./RowMark";
import { FoundInText } from "./search/FoundInText";
import styles from "./SubmissionTable.module.css";
import type { Selection } from "./useSelection";

type NameCellProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submission: T;
  selection: Selection<T>;
  children: ReactNode;
};

/** The cell of a row's name, with its checkbox, its state and what a search found. Its name is the name alone. */
export function NameCell<T extends Submission>(props: NameCellProps<T>) {
  const { kind, submission, selection, children } = props;
  const { slug } = submission;
  const name = useId();
  return (
    <td
      role="cell"
      className={styles.name}
      aria-labelledby={name}
      aria-describedby={rowDescription(submission)}
    >
      <div className={styles.named}>
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select ${nameOf(submission)}`}
            checked={selection.has(slug)}
            onChange={({ nativeEvent }) => selection.toggle(slug, isShifted(nativeEvent))}
          />
        </label>
        <div>
          <bdi className={styles.clamped} id={name}>
            {children}
          </bdi>
          <RowMark {...submission} />
          <FoundInText kind={kind} submission={submission} />
        </div>
      </div>
    </td>
  );
}

/** React passes on the click that changes a checkbox. */
function isShifted(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}
