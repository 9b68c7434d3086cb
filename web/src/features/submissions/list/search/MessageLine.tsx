import { useMemo } from "react";
import type { Submission } from "~/api/submissions";
import { useStaffRules } from "~/rules/useRules";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { textFields, textOf } from "~/features/submissions/kinds/text-fields";
import mark from "~/features/submissions/shared/Marked.module.css";
import { useMarks } from "~/features/submissions/shared/marks";
import styles from "./MessageLine.module.css";

/** The start of a record's texts, or a piece of one around the first search match. */
type Line = {
  /** The label of the text with the match. */
  label?: string;
  before: string;
  found: string;
  after: string;
};

/** Length of the text before and after the match, in UTF-16 units. */
const UNITS_BEFORE = 40;
const UNITS_AFTER = 160;

type MessageLineProps<T extends Submission> = { kind: SubmissionKind<T>; submission: T };

/** Shows the start of a record's message, or the part of it that matches the search. */
export function MessageLine<T extends Submission>({ kind, submission }: MessageLineProps<T>) {
  const { label, before, found, after } = useLine(kind, submission);
  return (
    <span className={styles.line} data-found={label && true} dir="auto">
      {label && <span className="visually-hidden">{`found in ${label}: `}</span>}
      <span>{before}</span>
      {found && <mark className={mark["mark"]}>{found}</mark>}
      <span>{after}</span>
    </span>
  );
}

/**
 * Returns a line of a record's texts that no column shows. It is around the first match if only a long text matches the
 * search.
 */
function useLine<T extends Submission>({ columns, form }: SubmissionKind<T>, submission: T): Line {
  const rules = useStaffRules();
  const query = useMarks();
  return useMemo(() => {
    const texts = textFields(form)
      .filter(({ label }) => columns.every((column) => column.label !== label))
      .flatMap((field) => {
        const text = textOf(submission, field);
        return text ? [{ ...field, text }] : [];
      });
    const start = cutAround(texts.map(({ text }) => text).join(" · "), [0, 0]);
    if (!query) return start;
    const { full_name, email } = submission;
    const shown = [full_name, email, ...columns.map(({ render }) => render(submission))];
    const isMarked = (value: unknown) =>
      typeof value === "string" && rules.highlightText(query, value).length > 0;
    if (shown.some(isMarked)) return start;
    for (const { label, text, isLong } of texts) {
      const [first] = isLong ? rules.highlightText(query, text) : [];
      if (first) return { label, ...cutAround(text, first) };
    }
    return start;
  }, [rules, query, form, columns, submission]);
}

const toOneLine = (piece: string) => piece.replace(/\s+/g, " ");

/** Returns the text around a match in one line, without partial words. */
function cutAround(text: string, [from, to]: readonly [number, number]): Omit<Line, "label"> {
  const start = Math.max(0, from - UNITS_BEFORE);
  const end = Math.min(text.length, to + UNITS_AFTER);
  // Cuts neither words nor surrogate pairs in half.
  const before = text.slice(start, from).replace(start > 0 ? /^(\S*\s+|[\udc00-\udfff])/ : "", "");
  const after = text
    .slice(to, end)
    .replace(end < text.length ? /(\s+\S*|[\ud800-\udbff])$/ : "", "");
  return {
    before: `${start > 0 ? "…" : ""}${toOneLine(before)}`,
    found: toOneLine(text.slice(from, to)),
    after: `${toOneLine(after)}${end < text.length ? "…" : ""}`,
  };
}
