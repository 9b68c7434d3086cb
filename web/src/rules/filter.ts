import parts from "@rules/filter.json";
import type { Filter } from "@rules/staff.js";
import type { StaffRules } from "./load";

export type { Filter };

/** What narrows a list: every part of a filter but the order and the page. */
export type FilterKey = Exclude<keyof Filter, "sort" | "page">;

/** Which records a list shows that nobody has narrowed: all of them, from the first page on. */
export const defaultFilter = Object.fromEntries(
  parts.map(({ name, unset }) => [name, unset]),
) as unknown as Filter;

const { sort: _, page: __, ...unfiltered } = defaultFilter;

/** What narrows nothing. */
export const noFilter = unfiltered;

/** The names of all that narrows a list. */
export const filterKeys = Object.keys(noFilter) as FilterKey[];

/** Whether a list shows less than all of its records. */
export const hasFilter = (filter: Filter) => filterKeys.some((part) => filter[part]);

/** Whether anything but boxes and people narrows a list. Which records that leaves, only the server can tell. */
export const isSearch = (filter: Filter) => hasFilter({ ...filter, box: null, assigned: null });

/** What the query of an address asks for, and why some of it makes no sense and is left out. */
export type FilterReading = {
  filter: Filter;
  errors: readonly { field: string; message: string }[];
};

/** Reads the query of an address. */
export function readFilter(rules: StaffRules, query: string): FilterReading {
  const { filter, errors } = rules.readFilter(query);
  // Beyond these numbers a page and the next one are the same.
  return { filter: Number.isSafeInteger(filter.page) ? filter : { ...filter, page: 1 }, errors };
}
