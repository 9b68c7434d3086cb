import type { RecordState } from "@rules/public.js";
import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
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
    refetchInterval: STALE_MS,
    refetchOnWindowFocus: false,
  });
  const states = useStaffRules().states.map(({ name }) => name);
  const counts: BoxCounts =
    (assigned ? ofAssignee : inbox && countsOf(states, inbox[queries.resource])) ?? {};
  // A server of the release before a new state does not count it.
  const areKnown = states.every((state) => Number.isFinite(counts[state]?.count));
  if (!isWhole || !areKnown) return {};
  const kept = states.filter((state) => state !== "spam");
  return { ...counts, kept: sumOf(kept.flatMap((state) => counts[state] ?? [])) };
}

/** Returns the count of each state, with their sum. Each record has exactly one state. */
function countsOf(
  states: readonly RecordState[],
  numbers: Record<RecordState, number>,
): Record<RecordState | "all", Count> {
  const counts = Object.fromEntries(
    states.map((state) => [state, { count: numbers[state] }]),
  ) as Record<RecordState, Count>;
  return { ...counts, all: sumOf(Object.values(counts)) };
}

/** Returns the sum of counts. */
function sumOf(counts: readonly Count[]): Count {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  return { count, more: counts.some(({ more }) => more) };
}
