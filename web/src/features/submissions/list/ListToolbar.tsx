import sliders from "bootstrap-icons/icons/sliders.svg?icon";
import { useId, useRef, useState } from "react";
import type { Filter } from "~/rules/filter";
import { useNavigationType } from "react-router-dom";
import { IconButton } from "~/ui/IconButton";
import { SortSelect } from "./SortSelect";
import { FilterControls } from "./filter/parts";
import type { ListFilter } from "./filter/useListFilter";
import styles from "./ListToolbar.module.css";

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
        <SortSelect sort={filter.sort} onChange={(sort) => changeOnce({ sort })} />
      </div>
    </>
  );
}
