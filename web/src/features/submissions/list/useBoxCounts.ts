import type { RecordState } from "@rules/public.js";
import { hashKey, useQueries, useQuery } from "@tanstack/react-query";
import { type BoxNumbers, inboxQuery } from "../../../api/get-inbox";
import type { Submission } from "../../../api/submissions";
import { type Filter, isSearch, defaultFilter } from "../../../rules/filter";
import type { Count } from "./counts";
import type { SubmissionKind } from "../kinds/kind";

/** How many records each box of a list holds, as far as it is known. */
export type BoxCounts = Partial<Record<RecordState | "all", Count>>;

const boxes = [null, "new", "open", "done", "spam"] as const;

/** For how long a count is good that nothing is known to have changed, in milliseconds. */
const FRESH = 15_000;

/**
 * How many records each box holds, of one person or of everybody. The boxes of everybody are counted by one call,
 * those of one person with each box's first page. A search is counted where it is looked at, and only there.
 */
export function useBoxCounts<T extends Submission>(
  { queries, words }: SubmissionKind<T>,
  filter: Filter,
): BoxCounts {
  const { assigned } = filter;
  const isWhole = !isSearch(filter);
  const { data: inbox } = useQuery({
    ...inboxQuery,
    enabled: isWhole && !assigned,
    staleTime: FRESH,
  });
  const shown = hashKey(queries.page(filter).queryKey);
  const theirs = useQueries({
    queries: boxes.map((box) => {
      const page = queries.page({ ...defaultFilter, box, assigned });
      return {
        ...page,
        enabled: isWhole && assigned !== null,
        staleTime: FRESH,
        refetchOnWindowFocus: false,
        // A count fails in silence, unless its page is the one that is shown.
        ...(hashKey(page.queryKey) === shown && { meta: { failure: words.listToast } }),
      };
    }),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data }, index) => (data ? [[boxes[index] ?? "all", data]] : [])),
      ) as BoxCounts,
  });
  if (!isWhole) return {};
  return assigned ? theirs : countsOf(inbox?.[queries.resource]);
}

/** Each record is in one box, so that all of them together are the list. */
function countsOf(found: BoxNumbers | undefined): BoxCounts {
  if (!found) return {};
  const counts = boxes.flatMap((box) => {
    const count = box && found[box];
    return box && count !== null && count !== undefined ? [{ box, count }] : [];
  });
  const each = Object.fromEntries(counts.map(({ box, count }) => [box, { count }]));
  if (counts.length < boxes.length - 1) return each;
  return { ...each, all: { count: counts.reduce((sum, { count }) => sum + count, 0) } };
}
