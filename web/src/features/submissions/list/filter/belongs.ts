import type { Submission } from "../../../../api/submissions";
import type { Filter } from "../../../../rules/filter";

/** Whether a record is in the box and with the person that a filter asks for. */
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
