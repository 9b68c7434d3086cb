import type { Page, Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";

/** The change of a list since it was shown: no moved row, a number of new rows, or any other change. */
export type ListUpdate = "unchanged" | "changed" | number;

/** Compares the latest page with the shown one. */
export function listUpdateOf<T extends Submission>(
  shown: Page<T>,
  latest: Page<T>,
  filter: Filter,
): ListUpdate {
  const slugs = (page: Page<T>) => page.results.map(({ slug }) => slug);
  const [before, after] = [slugs(shown), slugs(latest)];
  if (before.length === after.length && before.every((slug, index) => slug === after[index]))
    return "unchanged";
  if (filter.page !== 1 || filter.sort !== "newest") return "changed";
  const firstKnown = after.findIndex((slug) => before.includes(slug));
  // If all rows are new, the difference of the counts is the number of new records.
  const count = firstKnown < 0 ? Math.max(after.length, latest.count - shown.count) : firstKnown;
  return count > 0 ? count : "changed";
}
