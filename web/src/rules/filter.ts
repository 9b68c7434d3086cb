import type { Filter, RecordState, SortOrder } from "@rules/staff.js";
import { defaultSort } from "./metadata";
import type { StaffRules } from "./load";

export type { Filter };

/** Which records a list shows that nobody has narrowed: all of them, from the first page on. */
export const wholeList: Filter = {
  q: "",
  box: null,
  assigned: null,
  from: null,
  to: null,
  sort: defaultSort,
  page: 1,
};

/** What the query of an address asks for, and why some of it makes no sense and is left out. */
export type FilterReading = {
  filter: Filter;
  errors: readonly { field: string; message: string }[];
};

/** Reads the query of an address. Where the rules could not be loaded, the server judges what it says. */
export function readFilter(rules: StaffRules | undefined, query: string): FilterReading {
  if (rules) {
    const { filter, errors } = rules.readFilter(query);
    // Beyond these numbers a page and the next one are the same.
    return { filter: Number.isSafeInteger(filter.page) ? filter : { ...filter, page: 1 }, errors };
  }
  const values = new URLSearchParams(query);
  const filter = {
    q: values.get("q") ?? "",
    box: values.get("box") as RecordState | null,
    assigned: values.get("assigned"),
    from: values.get("from"),
    to: values.get("to"),
    sort: (values.get("sort") ?? defaultSort) as SortOrder,
    page: Number(values.get("page")) || 1,
  };
  return { filter, errors: [] };
}

/** A filter as the query of an address. */
export function writeFilter(rules: StaffRules | undefined, filter: Filter): string {
  if (rules) return rules.writeFilter(filter);
  const { sort, page, ...narrowed } = filter;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(narrowed)) if (value) query.set(name, value);
  if (sort !== defaultSort) query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.toString();
}
