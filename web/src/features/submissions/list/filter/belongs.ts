import type { Submission } from "../../../../api/submissions";
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
  return assigned_to?.username === (assigned === "me" ? me : assigned);
}
