import type { ReactNode } from "react";
import type { Person } from "~/api/staff";
import { type Filter, type FilterKey, filterKeys, defaultFilter } from "~/rules/filter";
import { boxLabel, channelLabel, channelNames } from "~/rules/labels";
import type { StaffRules } from "~/rules/load";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { AssignedSelect } from "./AssignedSelect";
import { DateFilter } from "./DateFilter";
import { formatFrom, formatDate } from "./days";
import { assignedWords } from "./words";

type ControlProps = { filter: Filter; change: (change: Partial<Filter>) => void };

type PartView = {
  /** Describes the filter, if it is set. */
  words: (filter: Filter, rules: StaffRules, people: readonly Person[]) => string;
  /** Sets the filter. Filters without a control are set elsewhere. */
  Control?: (props: ControlProps) => ReactNode;
  /** Whether the control is shown only among all filters. */
  isRare?: boolean;
};

const NO_ACTION = "No action yet";
const ACTED_ON = "Acted on";

/** The description and the control of each filter. */
const parts: Record<FilterKey, PartView> = {
  q: { words: ({ q }) => `“${q}”` },
  box: { words: ({ box }, rules) => (box ? boxLabel(rules, box) : "") },
  assigned: {
    words: ({ assigned }, rules, people) => {
      const key = rules.usernameKey(assigned ?? "");
      const person = people.find(({ username }) => rules.usernameKey(username) === key);
      return person ? `Assigned to ${person.name}` : assignedWords(assigned ?? "");
    },
    Control: ({ filter, change }) => (
      <AssignedSelect assigned={filter.assigned} onChange={(assigned) => change({ assigned })} />
    ),
  },
  waiting: {
    words: ({ waiting }) => (waiting === "yes" ? NO_ACTION : ACTED_ON),
    isRare: true,
    Control: ({ filter, change }) => (
      <LabelledSelect
        label="First action"
        value={filter.waiting ?? ""}
        options={[
          { value: "", label: "Any" },
          { value: "yes", label: NO_ACTION },
          { value: "no", label: ACTED_ON },
        ]}
        onChange={(waiting) => change({ waiting: waiting || null })}
      />
    ),
  },
  channel: {
    words: ({ channel }) => (channel ? `Channel: ${channelLabel(channel)}` : ""),
    isRare: true,
    Control: ({ filter, change }) => (
      <LabelledSelect
        label="Channel"
        value={filter.channel ?? ""}
        options={[
          { value: "", label: "Any" },
          ...channelNames.map((value) => ({ value, label: channelLabel(value) })),
        ]}
        onChange={(channel) => change({ channel: channel || null })}
      />
    ),
  },
  landing: { words: ({ landing }) => `Landed on ${landing}` },
  campaign: { words: ({ campaign }) => `Campaign: ${campaign}` },
  from: {
    words: ({ from }) => formatFrom(from ?? ""),
    Control: ({ filter, change }) => (
      <DateFilter from={filter.from} to={filter.to} onChange={change} />
    ),
  },
  to: { words: ({ to }) => `Until ${formatDate(to ?? "")}` },
};

/** A filter in words, and the change that clears it. */
export type FilterPart = { words: string; without: Partial<Filter> };

/** Returns the filters that are set. */
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

type FilterControlsProps = ControlProps & { withRare: boolean };

/** Shows the controls of the filters. */
export function FilterControls({ withRare, ...props }: FilterControlsProps) {
  return filterKeys.map((part) => {
    const { Control, isRare } = parts[part];
    return Control && (withRare || !isRare) && <Control key={part} {...props} />;
  });
}
