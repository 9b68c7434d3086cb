import { useMemo } from "react";
import type { Submission } from "../../../../api/submissions";
import { useStaffRules } from "../../../../rules/useRules";
import type { SubmissionKind } from "../../kinds/kind";
import { useMarks } from "./marks";

/** A piece of a long text around what is searched for. */
export type Excerpt = {
  /** What the text is called. */
  label: string;
  before: string;
  found: string;
  after: string;
};

/** How much is shown before and after what was found, in UTF-16 units. */
const BEFORE = 40;
const AFTER = 80;

/** Where a row shows nothing of what is searched for, the piece of its long text that has it. */
export function useExcerpt<T extends Submission>(
  { columns, text }: SubmissionKind<T>,
  submission: T,
): Excerpt | undefined {
  const rules = useStaffRules();
  const query = useMarks();
  return useMemo(() => {
    const long = text?.of(submission);
    if (!query || !text || typeof long !== "string") return undefined;
    const { full_name, email } = submission;
    const shown = [full_name, email, ...columns.map(({ of }) => of(submission))];
    const isMarked = (value: unknown) =>
      typeof value === "string" && rules.highlightText(query, value).length > 0;
    const [first] = rules.highlightText(query, long);
    if (!first || shown.some(isMarked)) return undefined;
    return { label: text.label, ...around(long, first) };
  }, [rules, query, text, columns, submission]);
}

const line = (piece: string) => piece.replace(/\s+/g, " ");

/** A piece of a text from word to word, in one line. */
function around(text: string, [from, to]: readonly [number, number]): Omit<Excerpt, "label"> {
  const start = Math.max(0, from - BEFORE);
  const end = Math.min(text.length, to + AFTER);
  // Neither a word nor a character that takes two units is cut in half.
  const before = text.slice(start, from).replace(start > 0 ? /^(\S*\s+|[\udc00-\udfff])/ : "", "");
  const after = text
    .slice(to, end)
    .replace(end < text.length ? /(\s+\S*|[\ud800-\udbff])$/ : "", "");
  return {
    before: `${start > 0 ? "…" : ""}${line(before)}`,
    found: line(text.slice(from, to)),
    after: `${line(after)}${end < text.length ? "…" : ""}`,
  };
}
