import { queryOptions } from "@tanstack/react-query";
import type { Resource, SortOrder } from "@rules/public.js";
import { staffRules } from "../rules/load";
import { authorizedCall } from "./client";

/** What every stored submission has. */
export type Submission = {
  id: number;
  slug: string;
  /** Not every kind asks for it. */
  full_name?: string;
  email: string;
  submitted_at: string;
  created_at: string;
};

/** What a list is sorted by, and what a submission is called: its name, or its address without one. */
export function nameOf({ full_name, email }: Submission): string {
  return full_name ?? email;
}

/** One page of a list, with the count of all its records. */
export type Page<T> = { count: number; results: T[] };

/** The calls that read the submissions of one kind, and where their answers are kept. */
export function submissionQueries<T extends Submission>(resource: Resource) {
  return {
    /** One page; the former one stays in view until the next has come. */
    page: (page: number, sort: SortOrder) =>
      queryOptions<Page<T>>({
        queryKey: [resource, "page", { page, sort }],
        queryFn: ({ signal }) =>
          authorizedCall<Page<T>>(`${resource}?page=${page}&sort=${sort}`, { signal }),
        placeholderData: (former: Page<T> | undefined) => former && inOrder(former, sort),
      }),
    /** One record, by its slug. */
    record: (slug: string) =>
      queryOptions<T>({
        queryKey: [resource, "record", slug],
        queryFn: ({ signal }) =>
          authorizedCall<T>(`${resource}/${encodeURIComponent(slug)}`, { signal }),
      }),
  };
}

/** The rows at hand in the order asked for, until the server has sorted them all. */
function inOrder<T extends Submission>(page: Page<T>, sort: SortOrder): Page<T> {
  const records = page.results.map((row) => ({ ...row, full_name: nameOf(row) }));
  const positions = staffRules.loaded()?.sortRecords(sort, records);
  const results = positions?.flatMap((position) => page.results[position] ?? []);
  return results ? { ...page, results } : page;
}
