import parts from "@rules/filter.json";
import type { Filter } from "@rules/staff.js";
import type { StaffRules } from "./load";

export type { Filter };

/** A part of a filter that narrows a list: all except order and page. */
export type FilterKey = Exclude<keyof Filter, "sort" | "page">;

/** The filter of a whole list: all records, from the first page. */
export const defaultFilter = Object.fromEntries(
  parts.map(({ name, unset }) => [name, unset]),
) as unknown as Filter;

const { sort: _, page: __, ...unfiltered } = defaultFilter;

/** Clears every part of a filter that narrows a list. */
export const noFilter = unfiltered;

/** The names of all parts that narrow a list. */
export const filterKeys = Object.keys(noFilter) as FilterKey[];

/** Returns whether a filter narrows the list. */
export const hasFilter = (filter: Filter) => filterKeys.some((part) => filter[part]);

/** Returns whether a filter narrows the list by more than box and assignee. Only the server can count such a list. */
export const isSearch = (filter: Filter) => hasFilter({ ...filter, box: null, assigned: null });

/** A parsed query string: the filter, and why parts of the query were ignored. */
export type FilterReading = {
  filter: Filter;
  errors: readonly { field: string; message: string }[];
};

/** Parses the query string of a list. */
export function readFilter(rules: StaffRules, query: string): FilterReading {
  const { filter, errors } = rules.readFilter(query);
  if (Number.isSafeInteger(filter.page)) return { filter, errors };
  // Beyond this page number, adding one has no effect on a double.
  const message = `Page must be at most ${Number.MAX_SAFE_INTEGER}`;
  return { filter: { ...filter, page: 1 }, errors: [...errors, { field: "page", message }] };
}
