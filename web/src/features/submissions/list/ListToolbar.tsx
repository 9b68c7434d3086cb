import sliders from "bootstrap-icons/icons/sliders.svg?react";
import { useId, useState } from "react";
import type { Filter } from "~/rules/filter";
import { IconButton } from "~/ui/IconButton";
import { SortSelect } from "./SortSelect";
import { FilterControls } from "./filter/parts";
import styles from "./ListToolbar.module.css";

type ListToolbarProps = { filter: Filter; change: (change: Partial<Filter>) => void };

/** Shows the filters and the sort order of a list. On narrow screens a button expands them. */
export function ListToolbar({ filter, change }: ListToolbarProps) {
  const [unfolded, setUnfolded] = useState(false);
  const choices = useId();
  return (
    <>
      <IconButton
        svg={sliders}
        label="Filters and sorting"
        className={styles.unfold}
        aria-expanded={unfolded}
        aria-controls={choices}
        onClick={() => setUnfolded(!unfolded)}
      />
      <div id={choices} className={styles.choices} data-unfolded={unfolded || undefined}>
        <FilterControls filter={filter} change={change} />
        <SortSelect sort={filter.sort} onChange={(sort) => change({ sort })} />
      </div>
    </>
  );
}
