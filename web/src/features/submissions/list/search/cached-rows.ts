import type { QueryClient } from "@tanstack/react-query";
import { filterOf, type Page, pagesKey, type Submission } from "~/api/submissions";
import { type Filter, filterKeys } from "~/rules/filter";
import type { StaffRules } from "~/rules/load";
import { dashboardPageSize } from "~/rules/metadata";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { textFields, textOf } from "~/features/submissions/kinds/text-fields";

/** The filters that the browser applies itself. */
const appliedHere = new Set<string>(["q", "box", "assigned"]);
const serverFilters = filterKeys.filter((part) => !appliedHere.has(part));

/** Returns the cached records that match a filter, at most one page of them. */
export function cachedRows<T extends Submission>(
  client: QueryClient,
  kind: SubmissionKind<T>,
  filter: Filter,
  rules: StaffRules,
  me: string | undefined,
): T[] {
  const { form, queries, searchedFile } = kind;
  const texts = textFields(form);
  const searched = (row: T) => [
    row.full_name,
    row.email,
    ...texts.map((field) => textOf(row, field)),
    searchedFile?.(row) ?? null,
  ];
  const newest = new Map<string, T>();
  const pages = client.getQueriesData<Page<T>>({ queryKey: pagesKey(queries.resource) });
  for (const [key, page] of pages) {
    const cached = filterOf(key);
    // Only the server can apply the other filters, such as dates.
    if (serverFilters.some((part) => cached[part] !== filter[part])) continue;
    for (const row of page?.results ?? []) {
      const known = newest.get(row.slug);
      if (!known || known.version < row.version) newest.set(row.slug, row);
    }
  }
  const found = Array.from(newest.values()).filter(
    (row) => belongs(rules, row, filter, me) && rules.matchesRecord(filter.q, searched(row)),
  );
  return sortRows(rules, found, filter.sort).slice(0, dashboardPageSize);
}

/** Returns whether a record has the state and the assignee of a filter. The server decides it in SQL. */
function belongs(
  rules: StaffRules,
  { state, assigned_to }: Submission,
  { box, assigned }: Filter,
  me: string | undefined,
): boolean {
  if (box && (box === "kept" ? state === "spam" : box !== state)) return false;
  if (!assigned) return true;
  if (assigned === "nobody") return assigned_to === null;
  const assignee = assigned === "me" ? me : assigned;
  return (
    assigned_to !== null &&
    assignee !== undefined &&
    rules.usernameKey(assigned_to.username) === rules.usernameKey(assignee)
  );
}

/** Returns rows in a sort order. */
export function sortRows<T extends Submission>(
  rules: StaffRules,
  rows: T[],
  sort: Filter["sort"],
): T[] {
  return rules.sortRecords(sort, rows).flatMap((place) => rows[place] ?? []);
}
