import { formatNumber } from "../format/format-number";
import styles from "./fields.module.css";

type CharacterCountProps = {
  /** Characters of the text. Undefined until the rules are loaded. */
  count: number | undefined;
  max: number;
};

/** The share of its limit from which the length of a text is shown. */
const SHOWN_FROM = 0.8;

/** Shows the length of a text and its limit, in characters, when it comes near. */
export function CharacterCount({ count, max }: CharacterCountProps) {
  if (count === undefined || count < SHOWN_FROM * max) return null;
  return (
    <p className={styles.count} aria-hidden="true" data-over={count > max || undefined}>
      {`${formatNumber(count)} / ${formatNumber(max)}`}
    </p>
  );
}
