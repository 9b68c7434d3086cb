import type { QueryClient } from "@tanstack/react-query";
import {
  filterOf,
  nameOf,
  type Page,
  pagesKey,
  type Submission,
} from "../../../../api/submissions";
import { type Filter, filterKeys } from "../../../../rules/filter";
import type { StaffRules } from "../../../../rules/load";
import { dashboardPageSize } from "../../../../rules/metadata";
import type { SubmissionKind } from "../../kinds/kind";
import { belongs } from "../filter/belongs";

/** What a page cannot judge of its own rows. */
const judgedHere = new Set<string>(["q", "box", "assigned"]);
const leftToServer = filterKeys.filter((part) => !judgedHere.has(part));

/** The first page of what a filter asks for, as far as it is here already. */
export function cachedRows<T extends Submission>(
  client: QueryClient,
  { queries, searched }: SubmissionKind<T>,
  filter: Filter,
  rules: StaffRules,
  me: string | undefined,
): T[] {
  const newest = new Map<string, T>();
  const pages = client.getQueriesData<Page<T>>({ queryKey: pagesKey(queries.resource) });
  for (const [key, page] of pages) {
    const asked = filterOf(key);
    // Which of the others it leaves, as those that were sent on some days, the server says.
    if (leftToServer.some((part) => asked[part] !== filter[part])) continue;
    for (const row of page?.results ?? []) {
      const known = newest.get(row.slug);
      if (!known || known.version < row.version) newest.set(row.slug, row);
    }
  }
  const found = Array.from(newest.values()).filter(
    (row) => belongs(row, filter, me) && rules.matchesRecord(filter.q, searched(row)),
  );
  return sortRows(rules, found, filter.sort).slice(0, dashboardPageSize);
}

/** Rows in an order of the list. */
export function sortRows<T extends Submission>(
  rules: StaffRules,
  rows: T[],
  sort: Filter["sort"],
): T[] {
  const records = rows.map((row) => ({ ...row, full_name: nameOf(row) }));
  return rules.sortRecords(sort, records).flatMap((place) => rows[place] ?? []);
}
