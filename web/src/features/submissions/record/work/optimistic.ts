import type { ActionRequest } from "../../../../api/act-on-record";
import type { Detail, Submission } from "../../../../api/submissions";
import type { StaffRules } from "../../../../rules/load";
import type { Staff } from "../../../session/useStaff";

/** Returns a record as it will be once the server agrees. */
export function optimisticRecord<T extends Submission>(
  record: Detail<T>,
  { action, to, text }: ActionRequest,
  { me, people }: Pick<Staff, "me" | "people">,
  rules: StaffRules,
): Detail<T> {
  const moved = rules.moveRecord(record.state, action);
  const state = "state" in moved ? moved.state : record.state;
  const assigns = action === "assign";
  const everybody = me ? [me, ...people] : people;
  const assignee = everybody.find(({ username }) => username === to) ?? null;
  const [from, into] = assigns
    ? [record.assigned_to?.name ?? null, assignee?.name ?? null]
    : [record.state, state];
  const at = new Date().toISOString();
  const entry = { at, by: me?.name ?? null, action, from, to: into, text: text ?? null };
  return {
    ...record,
    state,
    assigned_to: assigns ? assignee : record.assigned_to,
    history: [...record.history, entry],
    // How long it is kept in another state, only the server can tell.
    ...(state !== record.state && { delete_at: null }),
  };
}
