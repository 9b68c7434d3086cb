import { Fragment, type ReactNode, useMemo } from "react";
import { useStaffRules } from "../../../../rules/useRules";
import { useMarks } from "./marks";
import styles from "./Marked.module.css";

type MarkedProps = {
  text: string;
  /** How a piece of it is drawn, where that is more than its letters. */
  draw?: (piece: string) => ReactNode;
};

const asItIs = (piece: string): ReactNode => piece;

/** A text that shows where it has what is searched for. */
export function Marked({ text, draw = asItIs }: MarkedProps) {
  const rules = useStaffRules();
  const query = useMarks();
  const marks = useMemo(
    () => (query ? rules.highlightText(query, text) : []),
    [query, rules, text],
  );
  const starts = [0, ...marks.map(([, end]) => end)];
  return starts.map((start, index) => {
    const [from, to] = marks[index] ?? [text.length, text.length];
    return (
      <Fragment key={start}>
        {draw(text.slice(start, from))}
        {to > from && <mark className={styles.mark}>{draw(text.slice(from, to))}</mark>}
      </Fragment>
    );
  });
}

/** What is shown of a record, with marks where it is a text. */
export function marked(value: ReactNode): ReactNode {
  return typeof value === "string" ? <Marked text={value} /> : value;
}
