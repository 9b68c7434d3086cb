import type { ReactNode } from "react";
import type { Person } from "../../../../api/get-admins";
import { type Filter, type FilterKey, filterKeys, defaultFilter } from "../../../../rules/filter";
import { stateLabel } from "../../../../rules/labels";
import type { StaffRules } from "../../../../rules/load";
import { AssignedSelect } from "./AssignedSelect";
import { DateFilter } from "./DateFilter";
import { formatFrom, formatDate } from "./days";
import { assignedWords } from "./words";

type ControlProps = { filter: Filter; change: (change: Partial<Filter>) => void };

type PartView = {
  /** What it leaves of a list, in words, where it narrows one. */
  words: (filter: Filter, rules: StaffRules, people: readonly Person[]) => string;
  /** What sets it, beside the list's name; some are set elsewhere. */
  Control?: (props: ControlProps) => ReactNode;
};

/** What narrows a list, each as an admin reads it and sets it. */
const parts: Record<FilterKey, PartView> = {
  q: { words: ({ q }) => `“${q}”` },
  box: { words: ({ box }, rules) => (box ? stateLabel(rules, box) : "") },
  assigned: {
    words: ({ assigned }, _, people) => {
      const person = people.find(({ username }) => username === assigned);
      return person ? `Assigned to ${person.name}` : assignedWords(assigned ?? "");
    },
    Control: ({ filter, change }) => (
      <AssignedSelect assigned={filter.assigned} onChange={(assigned) => change({ assigned })} />
    ),
  },
  from: {
    words: ({ from }) => formatFrom(from ?? ""),
    Control: ({ filter, change }) => (
      <DateFilter from={filter.from} to={filter.to} onChange={change} />
    ),
  },
  to: { words: ({ to }) => `Until ${formatDate(to ?? "")}` },
};

/** Something that narrows a list, in words, and what does without it. */
export type FilterPart = { words: string; without: Partial<Filter> };

/** All that narrows a list. */
export function filterParts(
  filter: Filter,
  rules: StaffRules,
  people: readonly Person[],
): FilterPart[] {
  const set = filterKeys.filter((part) => filter[part]);
  return set.map((part) => ({
    words: parts[part].words(filter, rules, people),
    without: { [part]: defaultFilter[part] },
  }));
}

/** What sets a filter beside the list's name. */
export function FilterControls(props: ControlProps) {
  return filterKeys.map((part) => {
    const { Control } = parts[part];
    return Control && <Control key={part} {...props} />;
  });
}
