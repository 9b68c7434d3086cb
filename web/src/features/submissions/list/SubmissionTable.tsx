import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Submission } from "~/api/submissions";
import { forms } from "~/content/forms";
import { recordPath } from "~/paths";
import type { Filter } from "~/rules/filter";
import { ButtonLink } from "~/ui/Button";
import { DateTime } from "~/ui/format/DateTime";
import type { SubmissionKind } from "../kinds/kind";
import { FROM_LIST } from "../shared/opened-from";
import { useCopyRows } from "./copy-rows";
import { NameCell, rowDescription } from "./NameCell";
import { marked } from "../shared/Marked";
import styles from "./SubmissionTable.module.css";
import type { Selection } from "./useSelection";

type SubmissionTableProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submissions: readonly T[];
  /** The id of the heading that names the table. */
  heading: string;
  /** The query string of the list. Links to its records keep it. */
  query: string;
  /** The box of the list. */
  box: Filter["box"];
  /** The id of the table. */
  id: string;
  selection: Selection<T>;
};

/** Time for which a record that was loaded ahead is not loaded ahead again, in milliseconds. */
const PREFETCHED_MS = 15_000;

/** Shows the rows of a list. The roles are explicit because CSS turns rows into cards on narrow screens. */
export function SubmissionTable<T extends Submission>({
  kind,
  submissions,
  heading,
  query,
  box,
  id,
  selection,
}: SubmissionTableProps<T>) {
  const { columns, list, queries } = kind;
  const client = useQueryClient();
  const table = useRef<HTMLTableElement>(null);
  useCopyRows(table);
  const linkTo = ({ slug }: T) => {
    const options = { ...queries.record(slug), staleTime: PREFETCHED_MS, retry: false };
    const prefetch = () => void client.prefetchQuery(options);
    return {
      to: recordPath(list, slug, query),
      state: FROM_LIST,
      onPointerEnter: prefetch,
      onFocus: prefetch,
    };
  };
  return (
    <table
      ref={table}
      id={id}
      className={styles.table}
      data-more-columns={columns.length > 0 || undefined}
      role="table"
      aria-labelledby={heading}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">{forms.labels.fullName}</th>
          <th role="columnheader" data-column="email">
            Email
          </th>
          {columns.map(({ label }) => (
            <th key={label} role="columnheader">
              {label}
            </th>
          ))}
          <th role="columnheader" data-column="submitted">
            Submitted At
          </th>
          <th role="columnheader" data-column="action">
            Action
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {submissions.map((submission) => (
          <tr
            key={submission.slug}
            role="row"
            data-slug={submission.slug}
            data-selected={selection.has(submission.slug) || undefined}
          >
            <NameCell {...{ kind, submission, box, selection }} link={linkTo(submission)} />
            <td role="cell">
              <bdi className={styles.clamped} title={submission.email}>
                {marked(submission.email)}
              </bdi>
            </td>
            {columns.map(({ label, render }) => {
              const value = render(submission);
              return (
                <td key={label} role="cell" data-label={label}>
                  <bdi
                    className={styles.clamped}
                    title={typeof value === "string" ? value : undefined}
                  >
                    {marked(value)}
                  </bdi>
                </td>
              );
            })}
            <td role="cell" data-label="Submitted At" className={styles.moment}>
              <DateTime iso={submission.submitted_at} />
            </td>
            <td role="cell" className={styles.action}>
              <ButtonLink
                {...linkTo(submission)}
                aria-label={`View ${submission.full_name}`}
                aria-describedby={rowDescription(submission)}
                tone="quiet"
                size="s"
              >
                View
              </ButtonLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
