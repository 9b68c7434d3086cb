import type { RecordAction } from "@rules/public.js";
import { type MouseEvent, useEffect, useRef } from "react";
import type { Person } from "../../../../api/get-admins";
import type { Detail, Submission } from "../../../../api/submissions";
import { actionLabel } from "../../../../rules/labels";
import { useStaffRules } from "../../../../rules/useRules";
import { Button } from "../../../../ui/Button";
import { AssignForm } from "./AssignForm";
import { ConflictNotice } from "./ConflictNotice";
import { SpamReasons } from "./SpamReasons";
import { StateMark } from "./StateMark";
import type { Staff } from "../../../session/useStaff";
import type { ActionInput, RecordActions } from "./useRecordActions";
import styles from "./WorkPanel.module.css";

/** What has a form of its own instead of a button. */
const forms = new Set<RecordAction>(["assign", "note"]);

type WorkPanelProps<T extends Submission> = {
  record: Detail<T>;
  staff: Staff;
  actions: RecordActions<T>;
};

/** How a record stands, whose it is, and what can be done with it. */
export function WorkPanel<T extends Submission>({ record, staff, actions }: WorkPanelProps<T>) {
  const { pending, act, refusal, retry } = actions;
  const busy = pending !== undefined;
  const rules = useStaffRules();
  const { state, assigned_to, spam_reasons = [] } = record;
  const panel = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);

  useEffect(() => {
    // A button that is gone once it was pressed takes the focus along. The next one must not get it: whoever
    // presses Enter twice wants the same thing twice.
    if (pressed.current && document.activeElement === document.body) panel.current?.focus();
    pressed.current = false;
  }, [state, assigned_to]);

  function press(wish: ActionInput, event?: MouseEvent) {
    // The second half of a double click may meet another button.
    if (event && event.detail > 1) return;
    pressed.current = true;
    act(wish);
  }

  const allowed = rules.allowedActions(state);
  const labelOf = (action: RecordAction) => actionLabel(rules, action);
  return (
    <div className={styles.panel} ref={panel} tabIndex={-1} role="group" aria-label="Work">
      <div className={styles.line}>
        <p className={styles.now} role="status">
          <StateMark state={state} />{" "}
          <span>
            <Assignee assigned={assigned_to} me={staff.me} />
          </span>
        </p>
        <div className={styles.actions}>
          {allowed
            .filter((action) => !forms.has(action))
            .map((action) => (
              <Button
                key={action}
                tone={action === "spam" ? "quiet" : "outline"}
                size="s"
                aria-disabled={busy}
                onClick={(event) => press({ action }, event)}
              >
                {labelOf(action)}
              </Button>
            ))}
        </div>
      </div>
      {state === "spam" && spam_reasons.length > 0 && <SpamReasons reasons={spam_reasons} />}
      {allowed.includes("assign") && (
        <AssignForm
          label={labelOf("assign")}
          assigned={assigned_to}
          staff={staff}
          busy={busy}
          assign={(to) => press({ action: "assign", to })}
        />
      )}
      {refusal && refusal.request.action !== "note" && (
        <ConflictNotice
          refusal={refusal}
          me={staff.me?.name}
          retry={retry}
          again={() => press(refusal.request)}
        />
      )}
    </div>
  );
}

function Assignee({ assigned, me }: { assigned: Person | null; me: Person | undefined }) {
  if (!assigned) return "Unassigned";
  return <>Assigned to {assigned.username === me?.username ? "you" : <bdi>{assigned.name}</bdi>}</>;
}
