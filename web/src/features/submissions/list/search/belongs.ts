import type { Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";
import type { StaffRules } from "~/rules/load";

/** Returns whether a record has the state and the assignee of a filter. */
export function belongs(
  rules: StaffRules,
  { state, assigned_to }: Submission,
  { box, assigned }: Filter,
  me: string | undefined,
): boolean {
  if (box && (box === "kept" ? state === "spam" : box !== state)) return false;
  if (!assigned) return true;
  if (assigned === "nobody") return assigned_to === null;
  const assignee = assigned === "me" ? me : assigned;
  return (
    assigned_to !== null &&
    assignee !== undefined &&
    rules.usernameKey(assigned_to.username) === rules.usernameKey(assignee)
  );
}
