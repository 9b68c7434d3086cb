import type { Submission } from "../../../../api/submissions";
import { usernameKey } from "../../../../api/username";
import type { Filter } from "../../../../rules/filter";

/** Returns whether a record has the state and the assignee of a filter. */
export function belongs(
  { state, assigned_to }: Submission,
  { box, assigned }: Filter,
  me: string | undefined,
): boolean {
  if (box && box !== state) return false;
  if (!assigned) return true;
  if (assigned === "nobody") return assigned_to === null;
  const assignee = assigned === "me" ? me : assigned;
  return (
    assigned_to !== null &&
    assignee !== undefined &&
    usernameKey(assigned_to.username) === usernameKey(assignee)
  );
}
