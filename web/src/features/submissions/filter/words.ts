import type { Person } from "../../../api/get-admins";
import type { Page } from "../../../api/submissions";
import type { Filter } from "../../../rules/filter";
import { stateLabel } from "../../../rules/labels";
import type { StaffRules } from "../../../rules/load";
import { shownCount } from "../counts";
import { shownMoment } from "./days";

type Rules = StaffRules | undefined;

/** How many records a filter leaves. */
export function countWords(page: Page<unknown>, filter: Filter, rules: Rules): string {
  const state = stateWords(filter, rules);
  const count = shownCount(page);
  if (isSearch(filter)) return state ? `${count} found, ${state}` : `${count} found`;
  return `${count} ${state || "in all"}`;
}

/** That a filter leaves nothing, of so many as are called this. */
export function emptyWords(many: string, filter: Filter, rules: Rules): string {
  const state = stateWords(filter, rules);
  const none = `No ${many.toLowerCase()}`;
  if (!isSearch(filter)) return `${none} are ${state}`;
  return state ? `${none} were found that are ${state}` : `${none} were found`;
}

/** Whether anything but boxes narrows a list. */
export const isSearch = ({ q, from, to }: Filter) => Boolean(q || from || to);

/** Whether a list shows less than all of its records. */
export const isNarrowed = (filter: Filter) =>
  Boolean(filter.box || filter.assigned || isSearch(filter));

/** What narrows nothing. */
export const everything = { q: "", box: null, assigned: null, from: null, to: null } as const;

/** What is true of the records of a box and of a person, as the end of a sentence. */
function stateWords({ box, assigned }: Filter, rules: Rules): string {
  const state = box && (stateLabel(rules, box) ?? box).toLowerCase();
  return [state, assigned && `assigned to ${holder(assigned)}`].filter(Boolean).join(" and ");
}

/** Something that narrows a list, in words, and what does without it. */
export type FilterPart = { words: string; without: Partial<Filter> };

/** All that narrows a list. */
export function filterParts(filter: Filter, rules: Rules, people: readonly Person[]): FilterPart[] {
  const { q, box, assigned, from, to } = filter;
  const named = people.find(({ username }) => username === assigned)?.name;
  return [
    ...(q ? [{ words: `“${q}”`, without: { q: "" } }] : []),
    ...(box ? [{ words: stateLabel(rules, box) ?? box, without: { box: null } }] : []),
    ...(assigned
      ? [{ words: `Assigned to ${named ?? holder(assigned)}`, without: { assigned: null } }]
      : []),
    ...(from ? [{ words: `From ${shownMoment(from)}`, without: { from: null } }] : []),
    ...(to ? [{ words: `Until ${shownMoment(to)}`, without: { to: null } }] : []),
  ];
}

function holder(assigned: string): string {
  if (assigned === "me") return "you";
  return assigned === "nobody" ? "nobody" : "this person";
}
