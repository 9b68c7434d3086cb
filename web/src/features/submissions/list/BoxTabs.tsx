import type { RecordState } from "@rules/public.js";
import { useId } from "react";
import { useStaffRules } from "../../../rules/useRules";
import { Link } from "../../../ui/Link";
import styles from "./BoxTabs.module.css";
import { formatCount } from "./counts";
import type { BoxCounts } from "./useBoxCounts";

type BoxTabsProps = {
  label: string;
  box: RecordState | null;
  counts: BoxCounts;
  /** The query string of a box. */
  search: (box: RecordState | null) => string;
};

/** The ways to a list's boxes, each with how many it holds. */
export function BoxTabs({ label, box: current, counts, search }: BoxTabsProps) {
  const rules = useStaffRules();
  const id = useId();
  const boxes = [{ name: null, label: "All" }, ...rules.states];
  return (
    <nav aria-label={label}>
      <ul className={styles.boxes}>
        {boxes.map(({ name, label: box }) => {
          const count = counts[name ?? "all"];
          const countId = `${id}-${name ?? "all"}`;
          return (
            <li key={countId}>
              <Link
                className={styles.box}
                to={search(name)}
                aria-current={name === current ? "page" : undefined}
                aria-describedby={count && countId}
              >
                {box}
                {count && (
                  // Told as the description, so that the tab is called what its box is called.
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
