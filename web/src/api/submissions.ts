import { queryOptions } from "@tanstack/react-query";
import type { RecordAction, RecordState, Resource, SortOrder } from "@rules/public.js";
import { staffRules } from "../rules/load";
import { authorizedCall } from "./client";
import type { Person } from "./get-admins";

/** What every stored submission has. */
export type Submission = {
  id: number;
  slug: string;
  /** Not every kind asks for it. */
  full_name?: string;
  email: string;
  submitted_at: string;
  created_at: string;
  state: RecordState;
  assigned_to: Person | null;
  /** One more with everything that is done with it. */
  version: number;
};

/** What a list is sorted by, and what a submission is called: its name, or its address without one. */
export function nameOf({ full_name, email }: Submission): string {
  return full_name ?? email;
}

/** Something that was done with a record. */
export type HistoryEntry = {
  at: string;
  /** What whoever did it was called then; null for the system. */
  by: string | null;
  action: RecordAction;
  /** The states between which it moved, or the people; null for nobody. */
  from: string | null;
  to: string | null;
  /** The note. */
  text: string | null;
};

/** Another record from the same address. */
export type Other = { kind: Resource; slug: string; submitted_at: string };

/** A record with all that was done with it, oldest first. */
export type Detail<T extends Submission> = T & { history: HistoryEntry[]; others?: Other[] };

/** One page of a list, with the count of all its records; `more` when these are not all. */
export type Page<T> = { count: number; more?: boolean; results: T[] };

/** What is asked of a list. */
export type ListRequest = {
  page: number;
  sort: SortOrder;
  /** The state of the records; all of them without one. */
  box: RecordState | undefined;
  /** "me", "nobody" or the username of whoever has the records; everybody's without one. */
  assigned: string | undefined;
};

/** The calls that read the submissions of one kind, and where their answers are kept. */
export function submissionQueries<T extends Submission>(resource: Resource) {
  return {
    resource,
    /** One page; the former one of the same records stays in view until the next has come. */
    page: (request: ListRequest) =>
      queryOptions<Page<T>>({
        queryKey: [resource, "page", request],
        queryFn: ({ signal }) =>
          authorizedCall<Page<T>>(`${resource}?${listSearch(request)}`, { signal }),
        placeholderData: (former: Page<T> | undefined, query) => {
          const asked = query?.queryKey[2] as ListRequest | undefined;
          return former && asked && sameRecords(asked, request)
            ? inOrder(former, request.sort)
            : undefined;
        },
      }),
    /** One record, by its slug. */
    record: (slug: string) =>
      queryOptions<Detail<T>>({
        queryKey: [resource, "record", slug],
        queryFn: ({ signal }) =>
          authorizedCall<Detail<T>>(`${resource}/${encodeURIComponent(slug)}`, { signal }),
      }),
  };
}

function listSearch({ page, sort, box, assigned }: ListRequest): URLSearchParams {
  const search = new URLSearchParams({ page: String(page), sort });
  if (box) search.set("box", box);
  if (assigned) search.set("assigned", assigned);
  return search;
}

/** Whether two requests are for the same records, on whatever page and in whatever order. */
function sameRecords(one: ListRequest, other: ListRequest): boolean {
  return one.box === other.box && one.assigned === other.assigned;
}

/** The rows at hand in the order asked for, until the server has sorted them all. */
function inOrder<T extends Submission>(page: Page<T>, sort: SortOrder): Page<T> {
  const records = page.results.map((row) => ({ ...row, full_name: nameOf(row) }));
  const positions = staffRules.loaded()?.sortRecords(sort, records);
  const results = positions?.flatMap((position) => page.results[position] ?? []);
  return results ? { ...page, results } : page;
}
