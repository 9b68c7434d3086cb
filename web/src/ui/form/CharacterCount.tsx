import { formatNumber } from "../format/format-number";
import styles from "./fields.module.css";

type CharacterCountProps = {
  /** Characters of the text. Undefined until the rules are loaded. */
  count: number | undefined;
  max: number;
};

/** Shows the length of a text and its limit, in characters. */
export function CharacterCount({ count, max }: CharacterCountProps) {
  const isOver = count !== undefined && count > max;
  return (
    <p className={styles.count} aria-hidden="true" data-over={isOver || undefined}>
      {count === undefined
        ? `Up to ${formatNumber(max)}`
        : `${formatNumber(count)} / ${formatNumber(max)}`}
    </p>
  );
}
