import { nowSeconds } from "../../../api/clock";
import { DateOnly } from "../../../ui/format/DateOnly";
import styles from "./DeletionDate.module.css";

/** Says until when a record is kept; nothing where it is kept for ever. */
export function DeletionDate({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  const over = Date.parse(at) <= nowSeconds() * 1000;
  return (
    <p className={styles.date}>
      {over ? "Due to be deleted since" : "Will be deleted on"} <DateOnly iso={at} />
    </p>
  );
}
