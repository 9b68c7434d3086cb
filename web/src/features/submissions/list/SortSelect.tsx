import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { type SortOrder, sortOrders } from "./sort-orders";

const options = sortOrders.map(({ order, label }) => ({ value: order, label }));

type SortSelectProps = { sort: SortOrder; onChange: (order: SortOrder) => void };

/** Selects the sort order of a list. */
export function SortSelect({ sort, onChange }: SortSelectProps) {
  return <LabelledSelect label="Sort by" value={sort} options={options} onChange={onChange} />;
}
