import type { Page } from "~/api/submissions";
import { type Filter, isSearch } from "~/rules/filter";
import { boxLabel } from "~/rules/labels";
import type { StaffRules } from "~/rules/load";
import { formatCount } from "../counts";

/** Describes the count of a list: "3 results · New · Unassigned". */
export function countWords(page: Page<unknown>, filter: Filter, rules: StaffRules): string {
  const result = page.count === 1 && !page.more ? "result" : "results";
  const count = `${formatCount(page)} ${isSearch(filter) ? result : "total"}`;
  return [count, ...stateWords(filter, rules)].join(" · ");
}

/** Says that no record matches a filter. `many` is the plural of the record type. */
export function emptyWords(many: string, filter: Filter, rules: StaffRules): string {
  const state = stateWords(filter, rules)
    // "are not spam" would say that all are.
    .map((words) => words.toLowerCase().replace("not spam", "outside spam"))
    .join(" and ");
  const none = `No ${many.toLowerCase()}`;
  if (!isSearch(filter)) return `${none} are ${state}`;
  return state ? `${none} were found that are ${state}` : `${none} were found`;
}

/** Describes the state and the assignee of a filter. */
function stateWords({ box, assigned }: Filter, rules: StaffRules): string[] {
  return [box && boxLabel(rules, box), assigned && assignedWords(assigned)].filter(
    (words): words is string => Boolean(words),
  );
}

/** Describes an assignee, if the name is not known. */
export function assignedWords(assigned: string): string {
  if (assigned === "me") return "Assigned to you";
  return assigned === "nobody" ? "Unassigned" : "Assigned to this person";
}
