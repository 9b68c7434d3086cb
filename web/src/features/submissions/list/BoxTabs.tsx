import { useId } from "react";
import type { Filter } from "~/rules/filter";
import { boxLabel } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { Link } from "~/ui/Link";
import styles from "./BoxTabs.module.css";
import { formatCount } from "./counts";
import type { BoxCounts } from "./useBoxCounts";

type BoxTabsProps = {
  box: Filter["box"];
  counts: BoxCounts;
  /** Returns the query string of a box. */
  search: (box: Filter["box"]) => string;
};

/** Links to the boxes of a list, each with its count. */
export function BoxTabs({ box: current, counts, search }: BoxTabsProps) {
  const rules = useStaffRules();
  const id = useId();
  const boxes = [
    { name: null, label: "All" },
    { name: "kept" as const, label: boxLabel(rules, "kept") },
    ...rules.states,
  ];
  return (
    <nav aria-label="Status filter" className={styles.nav}>
      <ul className={styles.boxes}>
        {boxes.map(({ name, label: box }) => {
          const count = counts[name ?? "all"];
          const countId = `${id}-${name ?? "all"}`;
          return (
            <li key={countId}>
              <Link
                className={styles.box}
                data-box={name}
                to={search(name)}
                aria-current={name === current ? "page" : undefined}
                aria-describedby={count && countId}
              >
                {box}
                {count && (
                  // The count is the description, so that the name of the tab is the name of its box.
                  <span className={styles.count} id={countId} aria-hidden="true">
                    {formatCount(count)}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
