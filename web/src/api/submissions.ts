import { queryOptions } from "@tanstack/react-query";
import type { Resource } from "@rules/public.js";
import type { Filter } from "../rules/filter";
import { authorizedCall } from "./client";
import { conditionalFetch, keepTag } from "./conditional";
import { keepOlderHistory } from "./history";
import { hasFields } from "./http";
import { startOfFilter } from "./relative-days";
import type {
  BoxCountsResponse,
  ContextResponse,
  EventResponse,
  ExportResponse,
  HistoryResponse,
  ListResponse_ConsultationResponse,
  NeighboursResponse,
  OtherResponse,
  SpamReasonResponse,
  SubmissionResponse,
} from "./schema";

/** The fields of every kind of submission. Not every kind asks for a name. */
export type Submission = SubmissionResponse & { full_name?: string };

/** Returns the name that lists sort by and show: the full name, or the email address without one. */
export function nameOf({ full_name, email }: Submission): string {
  return full_name ?? email;
}

/** An event of a record's history. */
export type HistoryEntry = EventResponse;

/** A batch of a record's events, oldest first, and the cursor of older ones. */
export type HistoryPage = HistoryResponse;

/** Another record from the same email address. */
export type Other = OtherResponse;

/** A reason for spam, as a sentence. */
export type SpamReasonEntry = SpamReasonResponse;

/** A record with its last events, and the older ones that were loaded. */
export type Detail<T extends Submission> = T &
  HistoryPage &
  Omit<ContextResponse, "undo"> &
  // A server of the release before has no undo.
  Partial<Pick<ContextResponse, "undo">>;

/** A page of a list, with the total count; `more` if the count is a lower bound. */
export type Page<T> = Omit<ListResponse_ConsultationResponse, "results"> & {
  results: T[];
};

/** The previous and next record of a list. */
export type Neighbours = NeighboursResponse;

/** The queries of one kind of submission, with their cache keys. */
export function submissionQueries<T extends Submission>(resource: Resource) {
  return {
    resource,
    /** Returns the query of one page of the records that match a filter. */
    page: (filter: Filter) => pageQuery<T>(pagesKey(resource), filter),
    /** Returns a polling query of the same page. `onChange` receives each response that differs from the last one. */
    latest: (filter: Filter, onChange: (latest: Page<T>) => void) =>
      pageQuery<T>(pollsKey(resource), filter, onChange),
    /**
     * Returns the query of the number of a person's records in each box. It is an extra, so a failure shows no toast.
     */
    counts: (assigned: string) => {
      const queryKey = [...countsKey(resource), assigned];
      const path = `${resource}/counts?${new URLSearchParams({ assigned })}`;
      return queryOptions<BoxCountsResponse>({
        queryKey,
        queryFn: ({ signal, client }) =>
          authorizedCall(path, { signal }, conditionalFetch(client.getQueryData(queryKey))),
        // A tag belongs to the response as it came.
        structuralSharing: false,
      });
    },
    /** Returns the query of the slugs before and after a record in a list. */
    neighbours: (slug: string, filter: Filter) =>
      queryOptions<Neighbours>({
        queryKey: [...neighboursKey(resource), slug, { ...filter, page: 1 }],
        queryFn: ({ signal }) =>
          authorizedCall<Neighbours>(
            `${resource}/${encodeURIComponent(slug)}/neighbours?${listQuery(filter)}`,
            {
              signal,
              check: hasFields<Neighbours>({ next: "string or null", previous: "string or null" }),
            },
          ),
      }),
    /** Requests a download link for all records that match a filter. The link is valid for one minute. */
    exportLink: (filter: Filter) =>
      authorizedCall<ExportResponse>(`${resource}/export/?${listQuery(filter)}`, {
        method: "POST",
        check: hasFields<ExportResponse>({ url: "string" }),
      }),
    /** Returns the query of one record, by its slug. */
    record: (slug: string) => {
      const queryKey = recordKey(resource, slug);
      return queryOptions<Detail<T>>({
        queryKey,
        queryFn: async ({ signal, client }) => {
          const cached = () => client.getQueryData<Detail<T>>(queryKey);
          const known = cached();
          const path = recordUrl(resource, slug);
          const options = {
            signal,
            check: hasFields<Submission>({ id: "number", slug: "string" }),
          };
          const response = await authorizedCall<Detail<T>>(path, options, conditionalFetch(known));
          // Older events may have been loaded in the meantime.
          if (response === known) return cached() ?? response;
          return keepTag(response, keepOlderHistory(cached(), response));
        },
        // A tag belongs to the response as it came.
        structuralSharing: false,
      });
    },
    /** Reads the events of a record before another one. */
    olderHistory: (slug: string, before: number) =>
      authorizedCall<HistoryPage>(
        `${resource}/${encodeURIComponent(slug)}/history?before=${before}`,
        { check: hasFields<HistoryPage>({ history: "array" }) },
      ),
  };
}

/** Returns the cache key of a list's pages. */
export const pagesKey = (resource: Resource) => [resource, "page"] as const;

/** Where the counts of a person's boxes are kept. */
export const countsKey = (resource: Resource) => [resource, "counts"] as const;

/** Returns the cache key of a list's polls. */
export const pollsKey = (resource: Resource) => [resource, "latest"] as const;

/** The start of the keys of all actions on records. */
export const actionsKey = ["action"] as const;

/** Where the neighbours of records are kept. */
export const neighboursKey = (resource: Resource) => [resource, "neighbours"] as const;

/** Where a record is kept. */
export const recordKey = (resource: Resource, slug: string) => [resource, "record", slug] as const;

const recordUrl = (resource: Resource, slug: string) => `${resource}/${encodeURIComponent(slug)}`;

function pageQuery<T extends Submission>(
  key: ReturnType<typeof pagesKey | typeof pollsKey>,
  filter: Filter,
  onChange?: (latest: Page<T>) => void,
) {
  const [resource] = key;
  const queryKey = [...key, filter];
  const path = `${resource}?page=${filter.page}&${listQuery(filter)}`;
  return queryOptions<Page<T>>({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const known = client.getQueryData<Page<T>>(queryKey);
      const options = { signal, check: hasFields<Page<T>>({ count: "number", results: "array" }) };
      const response = await authorizedCall<Page<T>>(path, options, conditionalFetch(known));
      signal.throwIfAborted();
      if (response !== known) onChange?.(response);
      return response;
    },
    // The ETag belongs to the unmodified response.
    structuralSharing: false,
  });
}

/** Returns the filter of a page from its cache key. */
export const filterOf = (key: readonly unknown[]) => key[2] as Filter;

/** Writes a filter, without its page, as a query string. The order is always included. */
function listQuery(filter: Filter): URLSearchParams {
  const { sort, page: _, ...narrowed } = filter;
  const query = new URLSearchParams({ sort });
  for (const [name, value] of Object.entries(narrowed)) if (value) query.set(name, value);
  if (filter.from) query.set("from", startOfFilter(filter.from));
  return query;
}
