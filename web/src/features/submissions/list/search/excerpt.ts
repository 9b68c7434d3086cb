import { useMemo } from "react";
import type { Submission } from "~/api/submissions";
import { useStaffRules } from "~/rules/useRules";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { textFields, textOf } from "~/features/submissions/kinds/text-fields";
import { useMarks } from "~/features/submissions/shared/marks";

/** A piece of a long text around the first search match. */
export type Excerpt = {
  /** The label of the text. */
  label: string;
  before: string;
  found: string;
  after: string;
};

/** Length of the text before and after the match, in UTF-16 units. */
const UNITS_BEFORE = 40;
const UNITS_AFTER = 80;

/** Returns an excerpt of a long text if no column has a match. */
export function useExcerpt<T extends Submission>(
  { columns, form }: SubmissionKind<T>,
  submission: T,
): Excerpt | undefined {
  const rules = useStaffRules();
  const query = useMarks();
  return useMemo(() => {
    if (!query) return undefined;
    const { full_name, email } = submission;
    const shown = [full_name, email, ...columns.map(({ render }) => render(submission))];
    const isMarked = (value: unknown) =>
      typeof value === "string" && rules.highlightText(query, value).length > 0;
    if (shown.some(isMarked)) return undefined;
    for (const field of textFields(form)) {
      const text = field.isLong && textOf(submission, field);
      const [first] = text ? rules.highlightText(query, text) : [];
      if (text && first) return { label: field.label, ...cutAround(text, first) };
    }
    return undefined;
  }, [rules, query, form, columns, submission]);
}

const toOneLine = (piece: string) => piece.replace(/\s+/g, " ");

/** Returns the text around a match in one line, without partial words. */
function cutAround(text: string, [from, to]: readonly [number, number]): Omit<Excerpt, "label"> {
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
