import type { ListFilter } from "../../ui/list/useListLocation";

/** What is true of the records that a filter leaves, as the end of a sentence; nothing where it leaves all. */
export function filterWords({ box, assigned }: ListFilter, labels: Labels): string {
  const state = box && (labels.find(({ name }) => name === box)?.label ?? box).toLowerCase();
  return [state, assigned && `assigned to ${holder(assigned)}`].filter(Boolean).join(" and ");
}

type Labels = readonly { name: string; label: string }[];

function holder(assigned: string): string {
  if (assigned === "me") return "you";
  return assigned === "nobody" ? "nobody" : "this person";
}
