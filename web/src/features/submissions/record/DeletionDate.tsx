import { nowSeconds } from "~/state/clock";
import { DateOnly } from "~/ui/format/DateOnly";
import styles from "./DeletionDate.module.css";

/** Shows when a record will be deleted. Shows nothing if it is kept. */
export function DeletionDate({ at }: { at: string | null }) {
  if (!at) return null;
  const isOverdue = Date.parse(at) <= nowSeconds() * 1000;
  return (
    <p className={styles.date}>
      <span>{isOverdue ? "Overdue for deletion since" : "Will be deleted on"}</span>{" "}
      <DateOnly iso={at} />
    </p>
  );
}
