import { nowSeconds } from "~/api/clock";
import { DateOnly } from "~/ui/format/DateOnly";
import styles from "./DeletionDate.module.css";

/** Shows when a record will be deleted. Shows nothing if it is kept. */
export function DeletionDate({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  const isOverdue = Date.parse(at) <= nowSeconds() * 1000;
  return (
    // Replaced as a whole: a translator of the browser replaces the text in it.
    <p key={String(isOverdue)} className={styles.date}>
      {isOverdue ? "Overdue for deletion since" : "Will be deleted on"} <DateOnly iso={at} />
    </p>
  );
}
