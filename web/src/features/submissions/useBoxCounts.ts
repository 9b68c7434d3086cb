import type { RecordState } from "@rules/public.js";
import { useQueries } from "@tanstack/react-query";
import type { Submission } from "../../api/submissions";
import { defaultSort } from "../../rules/metadata";
import type { Count } from "./counts";
import type { SubmissionKind } from "./kind";

/** How many records each box of a list holds, as far as it is known. */
export type BoxCounts = Partial<Record<RecordState | "all", Count>>;

const boxes = ["all", "new", "open", "done", "spam"] as const;

/**
 * How many records each box holds, of one person or of everybody. Each count comes with the box's first page,
 * so that the box is there at once when it is opened.
 */
export function useBoxCounts<T extends Submission>(
  { queries }: SubmissionKind<T>,
  assigned: string | undefined,
): BoxCounts {
  return useQueries({
    queries: boxes.map((name) => {
      const box = name === "all" ? undefined : name;
      return queries.page({ box, assigned, page: 1, sort: defaultSort });
    }),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data }, index) => (data ? [[boxes[index], data]] : [])),
      ) as BoxCounts,
  });
}
