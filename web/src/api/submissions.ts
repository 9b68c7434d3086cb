import { queryOptions } from "@tanstack/react-query";
import type { Resource } from "@rules/public.js";
import type { Filter } from "../rules/filter";
import { authorizedCall } from "./client";
import { conditionalFetch } from "./conditional";
import { keepOlderHistory } from "./history";
import { startOfFilter } from "./relative-days";
import type {
  ConsultationResponse,
  EventResponse,
  ExportResponse,
  HistoryResponse,
  ListResponse_WorkedResponse_ConsultationResponse,
  NeighboursResponse,
  OtherResponse,
  OthersResponse,
  RetentionResponse,
  SpamReasonResponse,
  SpamResponse,
  WorkResponse,
} from "./schema";

/** What every stored submission has. Not every kind asks for a name. */
export type Submission = WorkResponse &
  Pick<ConsultationResponse, "id" | "slug" | "email" | "submitted_at" | "created_at"> & {
    full_name?: string;
  };

/** What a list is sorted by, and what a submission is called: its name, or its address without one. */
export function nameOf({ full_name, email }: Submission): string {
  return full_name ?? email;
}

/** Something that was done with a record. */
export type HistoryEntry = EventResponse;

/** The events of a record, oldest first, and where older ones begin. */
export type HistoryPage = HistoryResponse;

/** Another record from the same address. */
export type Other = OtherResponse;

/** Why a record began as spam, in words. */
export type SpamReasonEntry = SpamReasonResponse;

/** A record with its last events, and the older ones that were loaded. */
export type Detail<T extends Submission> = T &
  HistoryPage &
  OthersResponse &
  RetentionResponse &
  SpamResponse;

/** One page of a list, with the count of all its records; `more` when these are not all. */
export type Page<T> = Omit<ListResponse_WorkedResponse_ConsultationResponse, "results"> & {
  results: T[];
};

/** What stands beside a record in a list. */
export type Neighbours = NeighboursResponse;

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
      authorizedCall<ExportResponse>(`${resource}/export/?${listQuery(filter)}`, {
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
      const answer = await authorizedCall<Page<T>>(path, { signal }, conditionalFetch(known));
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
  if (filter.from) query.set("from", startOfFilter(filter.from));
  return query;
}
