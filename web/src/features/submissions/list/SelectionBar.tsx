import type { RecordAction } from "@rules/public.js";
import { useEffect, useRef } from "react";
import type { Submission } from "~/api/submissions";
import { actionLabel, allowedActions, stateLabel } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { formatNumber } from "~/ui/format/format-number";
import { useStaff } from "~/features/session/useStaff";
import { AssignForm } from "../shared/AssignForm";
import styles from "./SelectionBar.module.css";
import type { ActOnSelection } from "./useListActions";
import type { Selection } from "./useSelection";

type SelectionBarProps<T extends Submission> = {
  /** The id of the table whose rows are selected. */
  table: string;
  selection: Selection<T>;
  /** The number of rows on the page. */
  rows: number;
  pending: boolean;
  act: ActOnSelection;
};

/** Selects all rows of a page, and shows the actions that are allowed for all selected records. */
export function SelectionBar<T extends Submission>(props: SelectionBarProps<T>) {
  const { table, selection, rows, pending, act } = props;
  const { selected, toggleAll } = selection;
  const rules = useStaffRules();
  const staff = useStaff();
  const bar = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const count = selected.length;
  const states = [...new Set(selected.map(({ state }) => state))];
  const allowed = allowedForAll(states.map((state) => allowedActions(rules, state))).filter(
    // A note is written on the record.
    (action) => action !== "note",
  );

  useEffect(() => {
    // Keeps the focus when the pressed button disappears with the selection.
    if (pressed.current && document.activeElement === document.body) bar.current?.focus();
    pressed.current = false;
  }, [count]);

  function press(action: RecordAction, to?: string | null) {
    pressed.current = true;
    act(action, selected, to);
  }

  function clear() {
    pressed.current = true;
    selection.clear();
  }

  return (
    <div className={styles.bar} ref={bar} tabIndex={-1} role="group" aria-label="Selected records">
      <label className={styles.all}>
        <input
          type="checkbox"
          aria-controls={table}
          checked={count > 0 && count === rows}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < rows;
          }}
          onChange={toggleAll}
        />
        Select all
      </label>
      <p className={styles.status} role="status">
        {count > 0 && <span className={styles.count}>{`${formatNumber(count)} selected`}</span>}
        {states.length > 1 && allowed.length === 0 && (
          <span className={styles.reason}>
            {`${listFormat.format(states.map((state) => stateLabel(rules, state)))} have no action in common.`}
          </span>
        )}
      </p>
      {count > 0 && (
        <>
          <Button tone="quiet" size="s" onClick={clear}>
            Clear
          </Button>
          <div className={styles.actions}>
            {allowed
              .filter((action) => action !== "assign")
              .map((action) => (
                <Button
                  key={action}
                  tone={action === "spam" ? "quiet" : "outline"}
                  size="s"
                  busy={pending}
                  onClick={() => press(action)}
                >
                  {actionLabel(rules, action)}
                </Button>
              ))}
          </div>
          {allowed.includes("assign") && (
            <AssignForm
              label={actionLabel(rules, "assign")}
              staff={staff}
              busy={pending}
              assign={(to) => press("assign", to)}
            />
          )}
        </>
      )}
    </div>
  );
}

const listFormat = new Intl.ListFormat("en");

/** Returns the actions that are in every list, in the order of the first. */
function allowedForAll([first = [], ...others]: RecordAction[][]): RecordAction[] {
  return first.filter((action) => others.every((each) => each.includes(action)));
}
