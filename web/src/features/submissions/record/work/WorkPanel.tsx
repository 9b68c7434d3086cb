import type { RecordAction, RecordState } from "@rules/public.js";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Person } from "~/api/staff";
import type { Detail, Submission } from "~/api/submissions";
import { actionLabel, allowedActions, refusalOf } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { useShortcuts } from "~/ui/keys/useShortcuts";
import { notify } from "~/ui/toast/toast";
import { classNames } from "~/ui/styles/class-names";
import { AssignForm } from "~/features/submissions/shared/AssignForm";
import { ConflictNotice } from "./ConflictNotice";
import { SpamReasons } from "./SpamReasons";
import { StatusBadge } from "~/features/submissions/shared/StatusBadge";
import type { Staff } from "~/features/session/useStaff";
import type { RecordActionInput, RecordActions } from "./useRecordActions";
import styles from "./WorkPanel.module.css";

/** Actions that have a form instead of a button. */
const forms = new Set<RecordAction>(["assign", "note"]);

/** The action that a record in a state waits for. */
const nextStep: Partial<Record<RecordState, RecordAction>> = { new: "start", open: "finish" };

/** Actions after which the next record opens. */
const leaving = new Set<RecordAction>(["finish", "spam"]);

type WorkPanelProps<T extends Submission> = {
  record: Detail<T>;
  staff: Staff;
  actions: RecordActions;
  /** Opens the next record, if there is a list. */
  leave: (() => void) | undefined;
};

/** Shows the state and the assignee of a record, with actions as buttons and keyboard shortcuts. */
export function WorkPanel<T extends Submission>(props: WorkPanelProps<T>) {
  const { record, staff, actions, leave } = props;
  const { pending, act, done, refusal, retry } = actions;
  const busy = pending !== undefined;
  const rules = useStaffRules();
  const { state, assigned_to, spam_reasons } = record;
  const panel = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);

  useEffect(() => {
    // Keeps the focus when the pressed button disappears. Another button must not get it: a second Enter would
    // press that one.
    if (pressed.current && document.activeElement === document.body) panel.current?.focus();
    pressed.current = false;
  }, [state, assigned_to]);

  // Only the server's response says that an action was done. A refused one is explained here.
  const leaveWhenDone = useEffectEvent(() => {
    // What is being typed would go to the next record.
    const isBusy = document.querySelector(":is(input, textarea, select):focus, dialog[open]");
    if (done && leaving.has(done.action) && !isBusy) leave?.();
  });
  useEffect(() => leaveWhenDone(), [done]);

  function press(input: RecordActionInput) {
    if (busy) return;
    pressed.current = true;
    act(input);
  }

  function pressKey(input: RecordActionInput) {
    const refused = refusalOf(rules, state, input.action);
    if (refused) notify("info", `${refused}.`);
    else press(input);
  }

  function assignToMe() {
    if (!staff.me) return;
    const { username } = staff.me;
    if (assigned_to?.username === username) notify("info", "This is already assigned to you.");
    else pressKey({ action: "assign", to: username });
  }

  useShortcuts({
    finish: () => pressKey({ action: "finish" }),
    start: () => pressKey({ action: "start" }),
    spam: () => pressKey({ action: "spam" }),
    assignToMe,
  });

  const allowed = allowedActions(rules, state);
  const labelOf = (action: RecordAction) => actionLabel(rules, action);
  return (
    <div
      className={styles.panel}
      ref={panel}
      tabIndex={-1}
      role="group"
      aria-label="Status and assignment"
    >
      <div className={styles.line}>
        <p role="status">
          <span className={classNames("announced", styles.now)}>
            <StatusBadge state={state} /> <Assignee assigned={assigned_to} me={staff.me} />
          </span>
        </p>
        <div className={styles.actions}>
          {allowed
            .filter((action) => !forms.has(action))
            .map((action) => (
              <Button
                key={action}
                tone={
                  action === nextStep[state] ? "primary" : action === "spam" ? "quiet" : "outline"
                }
                size="s"
                busy={busy}
                onClick={() => press({ action })}
              >
                {labelOf(action)}
              </Button>
            ))}
          {record.undo && (
            <Button tone="quiet" size="s" busy={busy} onClick={() => press({ action: "undo" })}>
              {labelOf("undo")}
            </Button>
          )}
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
          me={staff.me?.username}
          retry={retry}
          again={() => press(refusal.request)}
        />
      )}
    </div>
  );
}

function Assignee({ assigned, me }: { assigned: Person | null; me: Person | undefined }) {
  if (!assigned) return <span>Unassigned</span>;
  return (
    // Replaced as a whole: a translator of the browser replaces the texts in it.
    <span key="assigned">
      Assigned to <bdi>{assigned.username === me?.username ? "you" : assigned.name}</bdi>
    </span>
  );
}
