import type { RecordState } from "@rules/public.js";
import { useQuery } from "@tanstack/react-query";
import { type BoxNumbers, inboxQuery } from "~/api/inbox";
import type { Submission } from "~/api/submissions";
import { type Filter, isSearch } from "~/rules/filter";
import type { Count } from "./counts";
import type { SubmissionKind } from "../kinds/kind";

/** The number of records in each box of a list, if known. */
export type BoxCounts = Partial<Record<RecordState | "all", Count>>;

const boxes = [null, "new", "open", "done", "spam"] as const;

/** Time for which counts are fresh, in milliseconds. */
const STALE_MS = 15_000;

/**
 * Returns the count of each box. One call counts the boxes of all people, another one those of one person. Returns no
 * counts for a search.
 */
export function useBoxCounts<T extends Submission>(
  { queries }: SubmissionKind<T>,
  filter: Filter,
): BoxCounts {
  const { assigned } = filter;
  const isWhole = !isSearch(filter);
  const { data: inbox } = useQuery({
    ...inboxQuery,
    enabled: isWhole && !assigned,
    staleTime: STALE_MS,
  });
  const { data: ofAssignee } = useQuery({
    ...queries.counts(assigned ?? ""),
    enabled: isWhole && Boolean(assigned),
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
  });
  if (!isWhole) return {};
  return assigned ? (ofAssignee ?? {}) : countsOf(inbox?.[queries.resource]);
}

/** Returns the counts with their sum. Each record is in exactly one box. */
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
