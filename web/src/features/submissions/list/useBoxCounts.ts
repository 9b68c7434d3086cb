import type { RecordState } from "@rules/public.js";
import { useQuery } from "@tanstack/react-query";
import { type BoxNumbers, inboxQuery } from "~/api/inbox";
import type { Submission } from "~/api/submissions";
import { type Filter, isSearch } from "~/rules/filter";
import { useStaffRules } from "~/rules/useRules";
import type { Count } from "./counts";
import type { SubmissionKind } from "../kinds/kind";

/** The number of records in each box of a list, if known. */
export type BoxCounts = Partial<Record<NonNullable<Filter["box"]> | "all", Count>>;

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
  const boxes = useStaffRules().states.map(({ name }) => name);
  if (!isWhole) return {};
  const counts = assigned ? (ofAssignee ?? {}) : countsOf(boxes, inbox?.[queries.resource]);
  return {
    ...counts,
    ...sumOf(
      "kept",
      counts,
      boxes.filter((box) => box !== "spam"),
    ),
  };
}

/** Returns the counts with their sum. Each record is in exactly one box. */
function countsOf(boxes: readonly RecordState[], found: BoxNumbers | undefined): BoxCounts {
  const counts: BoxCounts = Object.fromEntries(
    boxes.flatMap((box) => {
      const count = found?.[box];
      return typeof count === "number" ? [[box, { count }]] : [];
    }),
  );
  return { ...counts, ...sumOf("all", counts, boxes) };
}

/** Returns the sum of boxes under a name; nothing if a count is unknown. */
function sumOf(
  name: keyof BoxCounts,
  counts: BoxCounts,
  summed: readonly (keyof BoxCounts)[],
): BoxCounts {
  const known = summed.flatMap((box) => counts[box] ?? []);
  if (known.length < summed.length) return {};
  const count = known.reduce((sum, each) => sum + each.count, 0);
  return { [name]: { count, more: known.some(({ more }) => more) } };
}
