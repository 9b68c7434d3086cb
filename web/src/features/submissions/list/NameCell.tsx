import { type MouseEvent, useId } from "react";
import type { LinkProps } from "react-router-dom";
import type { Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";
import { Link } from "~/ui/Link";
import type { SubmissionKind } from "../kinds/kind";
import { marked } from "../shared/Marked";
import { RowBadges } from "./RowBadges";
import { MessageLine } from "./search/MessageLine";
import styles from "./SubmissionTable.module.css";
import type { Selection } from "./useSelection";

type NameCellProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submission: T;
  /** The box of the list. */
  box: Filter["box"];
  selection: Selection<T>;
  /** The link to the record. */
  link: LinkProps;
};

/** Returns the id of a row's description. */
export const rowDescription = ({ slug }: Submission) => `row-${slug}`;

/** Shows a record's name, which is a link to it, and its checkbox, and as the description of both cell and row its state and message. */
export function NameCell<T extends Submission>(props: NameCellProps<T>) {
  const { kind, submission, box, selection, link } = props;
  const { slug } = submission;
  const name = useId();

  // Firefox ignores a click with Shift next to the checkbox.
  function selectRange(event: MouseEvent<HTMLElement>) {
    if (!event.shiftKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    selection.toggle(slug, true);
  }

  return (
    <td
      role="cell"
      className={styles.name}
      aria-labelledby={name}
      aria-describedby={rowDescription(submission)}
    >
      <div className={styles.named}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the checkbox takes the keys */}
        <label className={styles.select} onClick={selectRange}>
          <input
            type="checkbox"
            aria-label={`Select ${submission.full_name}`}
            checked={selection.has(slug)}
            onChange={({ nativeEvent }) => selection.toggle(slug, isShifted(nativeEvent))}
          />
        </label>
        <div className={styles.lines}>
          <bdi className={styles.clamped} id={name} title={submission.full_name}>
            {/* View in the same row is the stop of Tab. A link that cannot be dragged lets rows be selected. */}
            <Link {...link} tabIndex={-1} draggable={false}>
              {marked(submission.full_name)}
            </Link>
          </bdi>
          <div className={styles.described} id={rowDescription(submission)}>
            <RowBadges submission={submission} box={box} />
            <MessageLine kind={kind} submission={submission} />
          </div>
        </div>
      </div>
    </td>
  );
}

/** Returns whether Shift was held. The native event of a checkbox change is the click. */
function isShifted(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey;
}
