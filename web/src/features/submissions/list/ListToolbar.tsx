import sliders from "bootstrap-icons/icons/sliders.svg?icon";
import type { SortOrder } from "@rules/public.js";
import { useId, useRef, useState } from "react";
import type { Filter } from "~/rules/filter";
import { useNavigationType } from "react-router-dom";
import { IconButton } from "~/ui/IconButton";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { FilterControls } from "./filter/parts";
import type { ListFilter } from "./filter/useListFilter";
import styles from "./ListToolbar.module.css";

const sortLabels: Record<SortOrder, string> = {
  newest: "Date (Newest)",
  oldest: "Date (Oldest)",
  name_asc: "Name (A-Z)",
  name_desc: "Name (Z-A)",
};

const sortOptions = Object.entries(sortLabels).map(([order, label]) => ({
  value: order as SortOrder,
  label,
}));

type ListToolbarProps = Pick<ListFilter, "filter" | "change">;

/** Shows the filters and the sort order of a list. A button expands the rare filters, and on phones all of them. */
export function ListToolbar({ filter, change }: ListToolbarProps) {
  const [unfolded, setUnfolded] = useState(false);
  const choices = useId();
  const hasChanged = useRef(false);
  const isReturn = useNavigationType() === "POP";

  // Arrow keys change a select at each press: Back leads to the list before the first one.
  function changeOnce(next: Partial<Filter>) {
    change(next, { replace: hasChanged.current && !isReturn });
    hasChanged.current = true;
  }

  return (
    <>
      <IconButton
        svg={sliders}
        label="All filters and sorting"
        className={styles.unfold}
        aria-expanded={unfolded}
        aria-controls={choices}
        onClick={() => setUnfolded(!unfolded)}
      />
      <div
        id={choices}
        className={styles.choices}
        data-unfolded={unfolded || undefined}
        onFocus={() => {
          hasChanged.current = false;
        }}
      >
        <FilterControls filter={filter} change={changeOnce} withRare={unfolded} />
        <LabelledSelect
          label="Sort by"
          value={filter.sort}
          options={sortOptions}
          onChange={(sort) => changeOnce({ sort })}
        />
      </div>
    </>
  );
}
