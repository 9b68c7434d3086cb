import { Fragment, type ReactNode, useMemo } from "react";
import { useStaffRules } from "~/rules/useRules";
import { useMarks } from "./marks";
import styles from "./Marked.module.css";

type MarkedProps = {
  text: string;
  /** Renders a piece of the text; by default as it is. */
  Piece?: (props: { text: string }) => ReactNode;
};

const PlainPiece = ({ text }: { text: string }) => text;

/** Highlights the search matches in a text. */
export function Marked({ text, Piece = PlainPiece }: MarkedProps) {
  const rules = useStaffRules();
  const query = useMarks();
  const marks = useMemo(
    () => (query ? rules.highlightText(query, text) : []),
    [query, rules, text],
  );
  const starts = [0, ...marks.map(([, end]) => end)];
  // Replaced as a whole: a translator of the browser replaces the texts in it.
  return (
    <span key={`${text} ${marks.join()}`}>
      {starts.map((start, index) => {
        const [from, to] = marks[index] ?? [text.length, text.length];
        return (
          <Fragment key={start}>
            <Piece text={text.slice(start, from)} />
            {to > from && (
              <mark className={styles.mark}>
                <Piece text={text.slice(from, to)} />
              </mark>
            )}
          </Fragment>
        );
      })}
    </span>
  );
}

/** Highlights the search matches in a value if it is a text. */
export function marked(value: ReactNode): ReactNode {
  return typeof value === "string" ? <Marked text={value} /> : value;
}
