import type { Page } from "../../../api/submissions";
import { type Filter, isSearch } from "../../../rules/filter";
import { stateLabel } from "../../../rules/labels";
import type { StaffRules } from "../../../rules/load";
import { shownCount } from "../counts";

/** How many records a filter leaves. */
export function countWords(page: Page<unknown>, filter: Filter, rules: StaffRules): string {
  const state = stateWords(filter, rules);
  const count = shownCount(page);
  if (isSearch(filter)) return state ? `${count} found, ${state}` : `${count} found`;
  return `${count} ${state || "in all"}`;
}

/** That a filter leaves nothing, of so many as are called this. */
export function emptyWords(many: string, filter: Filter, rules: StaffRules): string {
  const state = stateWords(filter, rules);
  const none = `No ${many.toLowerCase()}`;
  if (!isSearch(filter)) return `${none} are ${state}`;
  return state ? `${none} were found that are ${state}` : `${none} were found`;
}

/** What is true of the records of a box and of a person, as the end of a sentence. */
function stateWords({ box, assigned }: Filter, rules: StaffRules): string {
  const state = box && stateLabel(rules, box).toLowerCase();
  return [state, assigned && `assigned to ${holder(assigned)}`].filter(Boolean).join(" and ");
}

/** Whose records are asked for, where their name is not at hand. */
export function holder(assigned: string): string {
  if (assigned === "me") return "you";
  return assigned === "nobody" ? "nobody" : "this person";
}
