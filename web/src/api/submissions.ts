import { queryOptions } from "@tanstack/react-query";
import type { RecordAction, RecordState, Resource, SpamReason } from "@rules/public.js";
import type { Filter } from "../rules/filter";
import { authorizedCall } from "./client";
import { callUnlessKnown } from "./conditional";
import type { Person } from "./get-admins";
import { keepOlderHistory } from "./history";

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

/** Why a record began as spam, in words. */
export type SpamReasonEntry = { reason: SpamReason; sentence: string };

/** The events of a record, oldest first. */
export type HistoryPage = {
  history: HistoryEntry[];
  /** With older events: the value of `before` that reads them. */
  history_before?: number | undefined;
};

/** A record with its last events, and the older ones that were loaded. */
export type Detail<T extends Submission> = T &
  HistoryPage & {
    others?: Other[];
    /** Until when it is kept in the state that it has; null for ever. */
    delete_at?: string | null;
    spam_reasons?: SpamReasonEntry[];
  };

/** One page of a list, with the count of all its records; `more` when these are not all. */
export type Page<T> = {
  count: number;
  more?: boolean;
  /** False while older records cannot all be found by words yet. */
  complete?: boolean;
  results: T[];
};

/** What stands beside a record in a list. */
export type Neighbours = { previous: string | null; next: string | null };

/** The calls that read the submissions of one kind, and where their answers are kept. */
export function submissionQueries<T extends Submission>(resource: Resource) {
  return {
    resource,
    /** One page of the records that a filter asks for. */
    page: (filter: Filter) => pageQuery<T>(resource, "page", filter),
    /** The same page as it is now. `onChange` gets each answer that differs from the last one. */
    latest: (filter: Filter, onChange: (latest: Page<T>) => void) =>
      pageQuery<T>(resource, "latest", filter, onChange),
    /** The slugs of what stands before and after a record in a list, where there is something. */
    neighbours: (slug: string, filter: Filter) =>
      queryOptions<Neighbours>({
        queryKey: [resource, "neighbours", slug, { ...filter, page: 1 }],
        queryFn: ({ signal }) =>
          authorizedCall<Neighbours>(
            `${resource}/${encodeURIComponent(slug)}/neighbours?${listQuery(filter)}`,
            { signal },
          ),
      }),
    /** Asks for a link to a file with all that a filter leaves, which is good for a minute. */
    exportLink: (filter: Filter) =>
      authorizedCall<{ url: string }>(`${resource}/export/?${listQuery(filter)}`, {
        method: "POST",
      }),
    /** One record, by its slug. */
    record: (slug: string) => {
      const queryKey = [resource, "record", slug];
      return queryOptions<Detail<T>>({
        queryKey,
        queryFn: async ({ signal, client }) => {
          const path = `${resource}/${encodeURIComponent(slug)}`;
          const answer = await authorizedCall<Detail<T>>(path, { signal });
          return keepOlderHistory(client.getQueryData<Detail<T>>(queryKey), answer);
        },
      });
    },
    /** Reads the events of a record before another one. */
    olderHistory: (slug: string, before: number) =>
      authorizedCall<HistoryPage>(
        `${resource}/${encodeURIComponent(slug)}/history?before=${before}`,
      ),
  };
}

/** Where the pages of a list are kept. */
export const pagesKey = (resource: Resource) => [resource, "page"] as const;

function pageQuery<T extends Submission>(
  resource: Resource,
  use: string,
  filter: Filter,
  onChange?: (latest: Page<T>) => void,
) {
  const queryKey = [resource, use, filter];
  const path = `${resource}?page=${filter.page}&${listQuery(filter)}`;
  return queryOptions<Page<T>>({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const known = client.getQueryData<Page<T>>(queryKey);
      const answer = await authorizedCall<Page<T>>(path, { signal }, callUnlessKnown(known));
      if (answer !== known) onChange?.(answer);
      return answer;
    },
    // A tag belongs to the answer as it came.
    structuralSharing: false,
  });
}

/** The filter of a page, by where the page is kept. */
export const filterOf = (key: readonly unknown[]) => key[2] as Filter;

/** What a filter asks the server for, whichever page it is on. The order is always named. */
function listQuery(filter: Filter): URLSearchParams {
  const { sort, page: _, ...narrowed } = filter;
  const query = new URLSearchParams({ sort });
  for (const [name, value] of Object.entries(narrowed)) if (value) query.set(name, value);
  return query;
}
