import type { ActionRequest, Detail, Submission } from "~/api/submissions";
import { moveRecord } from "~/rules/labels";
import type { StaffRules } from "~/rules/load";
import type { Staff } from "~/features/session/useStaff";

/** Returns the record as it will be after an action. */
export function optimisticRecord<T extends Submission>(
  record: Detail<T>,
  { action, to, text }: ActionRequest,
  { me, people }: Pick<Staff, "me" | "people">,
  rules: StaffRules,
): Detail<T> {
  const moved = moveRecord(rules, record.state, action);
  const state = moved && "state" in moved ? moved.state : record.state;
  const assigns = action === "assign";
  const admins = me ? [me, ...people] : people;
  const assignee = admins.find(({ username }) => username === to) ?? null;
  const [from, into] = assigns ? [record.assigned_to, assignee] : [record.state, state];
  const at = new Date().toISOString();
  const entry = { at, by: me ?? null, action, from, to: into, text: text ?? null };
  return {
    ...record,
    state,
    assigned_to: assigns ? assignee : record.assigned_to,
    history: [...record.history, entry],
    // Only the server knows the deletion date in another state.
    ...(state !== record.state && { delete_at: null }),
  };
}
