import { useMemo } from "react";
import type { Submission } from "../../../../api/submissions";
import { useStaffRules } from "../../../../rules/useRules";
import type { SubmissionKind } from "../../kinds/kind";
import { useMarks } from "./marks";

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

/** Returns an excerpt of the long text if no column has a match. */
export function useExcerpt<T extends Submission>(
  { columns, text }: SubmissionKind<T>,
  submission: T,
): Excerpt | undefined {
  const rules = useStaffRules();
  const query = useMarks();
  return useMemo(() => {
    const long = text?.render(submission);
    if (!query || !text || typeof long !== "string") return undefined;
    const { full_name, email } = submission;
    const shown = [full_name, email, ...columns.map(({ render }) => render(submission))];
    const isMarked = (value: unknown) =>
      typeof value === "string" && rules.highlightText(query, value).length > 0;
    const [first] = rules.highlightText(query, long);
    if (!first || shown.some(isMarked)) return undefined;
    return { label: text.label, ...cutAround(long, first) };
  }, [rules, query, text, columns, submission]);
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
