import styles from "./SortSelect.module.css";
import { type SortOrder, sortOrders } from "./sort-orders";

type SortSelectProps = { sort: SortOrder; onChange: (order: SortOrder) => void };

/** The dropdown that sorts a list. */
export function SortSelect({ sort, onChange }: SortSelectProps) {
  return (
    <label className={styles.label}>
      Sort by
      <select
        className={styles.select}
        value={sort}
        onChange={(event) => onChange(event.target.value as SortOrder)}
      >
        {sortOrders.map(({ order, label }) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
