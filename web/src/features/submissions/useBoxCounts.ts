import type { RecordState } from "@rules/public.js";
import { useQueries } from "@tanstack/react-query";
import type { Submission } from "../../api/submissions";
import { type Filter, isSearch, wholeList } from "../../rules/filter";
import type { Count } from "./counts";
import type { SubmissionKind } from "./kind";

/** How many records each box of a list holds, as far as it is known. */
export type BoxCounts = Partial<Record<RecordState | "all", Count>>;

const boxes = [null, "new", "open", "done", "spam"] as const;

/** For how long a count is good that nothing is known to have changed, in milliseconds. */
const FRESH = 15_000;

/**
 * How many records each box holds, of one person or of everybody. Each count comes with the box's first page,
 * so that the box is there at once when it is opened. A search is counted where it is looked at, and only there.
 */
export function useBoxCounts<T extends Submission>(
  { queries }: SubmissionKind<T>,
  filter: Filter,
): BoxCounts {
  const { assigned } = filter;
  const enabled = !isSearch(filter);
  const counts = useQueries({
    queries: boxes.map((box) => ({
      ...queries.page({ ...wholeList, box, assigned }),
      enabled,
      staleTime: FRESH,
      refetchOnWindowFocus: false,
    })),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data }, index) => (data ? [[boxes[index] ?? "all", data]] : [])),
      ) as BoxCounts,
  });
  return enabled ? counts : {};
}
