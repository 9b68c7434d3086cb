import cross from "bootstrap-icons/icons/x.svg?icon";
import { noFilter, type Filter } from "~/rules/filter";
import { useStaffRules } from "~/rules/useRules";
import { Icon } from "~/ui/Icon";
import { useStaff } from "~/features/session/useStaff";
import styles from "./FilterSummary.module.css";
import { filterParts } from "./parts";

type FilterSummaryProps = { filter: Filter; change: (change: Partial<Filter>) => void };

/** Shows the filters that are set, each with a button that clears it. */
export function FilterSummary({ filter, change }: FilterSummaryProps) {
  const rules = useStaffRules();
  const { people } = useStaff();
  const parts = filterParts(filter, rules, people);
  return (
    <div role="group" aria-label="Filters">
      <ul className={styles.parts}>
        {parts.map(({ words, without }) => (
          <li key={Object.keys(without).join()}>
            <button type="button" className={styles.part} onClick={() => change(without)}>
              <span className="visually-hidden">Clear</span>{" "}
              <bdi className={styles.words}>{words}</bdi>
              <Icon svg={cross} />
            </button>
          </li>
        ))}
        {parts.length > 1 && (
          <li>
            <button type="button" className={styles.all} onClick={() => change(noFilter)}>
              Clear all
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
