import { formatNumber } from "../format/format-number";
import styles from "./fields.module.css";

type CharacterCountProps = {
  /** How many characters the text has; nothing until that is known. */
  count: number | undefined;
  max: number;
};

/** Counts the characters of a text against its limit. */
export function CharacterCount({ count, max }: CharacterCountProps) {
  const isOver = count !== undefined && count > max;
  return (
    <p className={styles.count} aria-hidden="true" data-over={isOver || undefined}>
      {count === undefined ? "Up to " : `${formatNumber(count)} / `}
      {formatNumber(max)}
    </p>
  );
}
