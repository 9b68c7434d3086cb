import { type ReactNode, useId } from "react";
import { nameOf, type Submission } from "~/api/submissions";
import type { SubmissionKind } from "../kinds/kind";
import { RowBadges } from "./RowBadges";
import { rowDescription } from "./RowDescriptions";
import { FoundInText } from "./search/FoundInText";
import styles from "./SubmissionTable.module.css";
import type { Selection } from "./useSelection";

type NameCellProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submission: T;
  selection: Selection<T>;
  children: ReactNode;
};

/** Shows a record's name, checkbox, state and search excerpt. The accessible name is only the record's name. */
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
          <RowBadges {...submission} />
          <FoundInText kind={kind} submission={submission} />
        </div>
      </div>
    </td>
  );
}

/** Returns whether Shift was held. The native event of a checkbox change is the click. */
function isShifted(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}
