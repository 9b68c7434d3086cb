import { queryOptions } from "@tanstack/react-query";
import type { Resource } from "@rules/public.js";
import type { Filter } from "../rules/filter";
import { type ApiCall, bodyOf } from "./client";
import { bodyUnlessKnown, ifNoneMatch, keepTag } from "./entity-tags";
import { startOfFilter } from "./relative-days";
import type {
  BoxCountsResponse,
  ContextResponse,
  EventResponse,
  FormerPersonResponse,
  HistoryResponse,
  ListResponse,
  NeighboursResponse,
  OtherResponse,
  RecordResponse,
  SourceResponse,
  SpamReasonResponse,
  SubmissionResponse,
} from "./schema";
import { staffClient } from "./staff-client";

/** What every record has. Its `kind` tells what else. */
export type Submission = SubmissionResponse & Pick<RecordResponse, "kind">;

/** A record of one list. */
export type RecordOf<R extends Resource> = Extract<RecordResponse, { kind: R }>;

/** An account in an event: its name at that time, and its username now, unless it was removed. */
export type FormerPerson = FormerPersonResponse;

/** An event of a record's history. It goes from one state or assignee to another. */
export type HistoryEntry = EventResponse;

/** Another record from the same email address. */
export type Other = OtherResponse;

/** A reason for spam, as a sentence. */
export type SpamReasonEntry = SpamReasonResponse;

/** The source of a record whose page noted none, or which is still to be loaded. */
export const unknownSource: SourceResponse = {
  channel: "unknown",
  landing: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
};

/** A record with its last events, and the older ones that were loaded. */
export type Detail<T extends Submission> = T & HistoryResponse & ContextResponse;

/** A page of a list, with the total count; `more` if the count is a lower bound. */
export type Page<T> = Omit<ListResponse, "results"> & {
  results: T[];
};

/** The previous and next record of a list. */
export type Neighbours = NeighboursResponse;

/** The queries of one list, with their cache keys. */
export function submissionQueries<T extends Submission>(resource: T["kind"]) {
  const path = { list: resource };

  function pageQuery(key: ReturnType<typeof pagesKey | typeof pollsKey>, filter: Filter) {
    const queryKey = [...key, filter];
    return queryOptions<Page<T>>({
      queryKey,
      queryFn: ({ signal, client }) => {
        const known = client.getQueryData<Page<T>>(queryKey);
        const query = { page: filter.page, ...listQuery(filter) };
        const params = { path, query, header: ifNoneMatch(known) };
        const call = ofList<Page<T>>(staffClient.GET("/api/{list}", { params, signal }));
        return bodyUnlessKnown(known, call, { count: "number", results: "array" });
      },
      ...unmodified,
    });
  }

  return {
    resource,
    /** Returns the query of one page of the records that match a filter. */
    page: (filter: Filter) => pageQuery(pagesKey(resource), filter),
    /** Returns the query of the same page for polling. */
    latest: (filter: Filter) => pageQuery(pollsKey(resource), filter),
    /**
     * Returns the query of the number of a person's records in each box. It is an extra, so a failure shows no toast.
     */
    counts: (assigned: string) => {
      const queryKey = [...countsKey(resource), assigned];
      return queryOptions<BoxCountsResponse>({
        queryKey,
        queryFn: ({ signal, client }) => {
          const known = client.getQueryData<BoxCountsResponse>(queryKey);
          const params = { path, query: { assigned }, header: ifNoneMatch(known) };
          const call = staffClient.GET("/api/{list}/counts", { params, signal });
          return bodyUnlessKnown(known, call, {});
        },
        ...unmodified,
      });
    },
    /** Returns the query of the slugs before and after a record in a list. */
    neighbours: (slug: string, filter: Filter) =>
      queryOptions<Neighbours>({
        queryKey: [...neighboursKey(resource), slug, { ...filter, page: 1 }],
        queryFn: ({ signal }) => {
          const params = { path: { ...path, key: slug }, query: listQuery(filter) };
          const call = staffClient.GET("/api/{list}/{key}/neighbours", { params, signal });
          return bodyOf(call, { next: "string or null", previous: "string or null" });
        },
      }),
    /** Requests a download link for all records that match a filter. The link is valid for one minute. */
    exportLink: (filter: Filter) => {
      const params = { path, query: listQuery(filter) };
      return bodyOf(staffClient.POST("/api/{list}/export", { params }), { url: "string" });
    },
    /** Returns the query of one record, by its slug. */
    record: (slug: string) => {
      const queryKey = recordKey(resource, slug);
      return queryOptions<Detail<T>>({
        queryKey,
        queryFn: async ({ signal, client }) => {
          const cached = () => client.getQueryData<Detail<T>>(queryKey);
          const known = cached();
          const params = { path: { ...path, key: slug }, header: ifNoneMatch(known) };
          const call = ofList<Detail<T>>(staffClient.GET("/api/{list}/{key}", { params, signal }));
          const record = await bodyUnlessKnown(known, call, RECORD_FIELDS);
          // Older events may have been loaded in the meantime.
          if (record === known) return cached() ?? record;
          return keepTag(record, keepOlderHistory(cached(), record));
        },
        ...unmodified,
      });
    },
    /** Reads the events of a record before another one. */
    olderHistory: (slug: string, before: number) => {
      const params = { path: { ...path, key: slug }, query: { before } };
      const call = staffClient.GET("/api/{list}/{key}/history", { params });
      return bodyOf(call, { history: "array" });
    },
  };
}

/** Narrows the body of a call: a list has only records of its kind. */
const ofList = <T extends Page<Submission> | Submission>(call: ApiCall<unknown>) =>
  call as ApiCall<T>;

/** A tag belongs to the response as it came. */
const unmodified = { structuralSharing: false } as const;

const RECORD_FIELDS = { id: "number", slug: "string", history: "array" } as const;

/** Returns the cache key of a list's pages. */
export const pagesKey = (resource: Resource) => [resource, "page"] as const;

/** Returns the cache key of the counts of a person's boxes. */
export const countsKey = (resource: Resource) => [resource, "counts"] as const;

/** Returns the cache key of a list's polls. */
export const pollsKey = (resource: Resource) => [resource, "latest"] as const;

/** The key of the mutations of all actions on records. */
export const actionsKey = ["action"] as const;

/** Returns the cache key of the neighbours of records. */
export const neighboursKey = (resource: Resource) => [resource, "neighbours"] as const;

/** Returns the cache key of a record. */
export const recordKey = (resource: Resource, slug: string) => [resource, "record", slug] as const;

/** Returns the filter of a page from its cache key. */
export const filterOf = (key: readonly unknown[]) => key[2] as Filter;

/** The parts of a filter that are set, without its page. */
type ListQuery = { [K in keyof Omit<Filter, "page">]?: NonNullable<Filter[K]> };

/** Returns the query parameters of a filter, without its page. The order is always included. */
function listQuery({ sort, ...parts }: Filter) {
  const from = parts.from && startOfFilter(parts.from);
  const query = { sort, ...parts, page: null, from };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as ListQuery;
}

/**
 * Merges a fresh record with older events that are already loaded. Drops the older events if there
 * is a gap between them.
 */
export function keepOlderHistory<T extends HistoryResponse>(known: T | undefined, fresh: T): T {
  const [first] = fresh.history;
  const older = known?.history.findIndex(({ at }) => at === first?.at) ?? -1;
  if (!known || older < 1) return fresh;
  const history = [...known.history.slice(0, older), ...fresh.history];
  return { ...fresh, history, history_before: known.history_before };
}

/** Prepends a batch of older events to a record, unless its first event has changed since. */
export function addOlderHistory<T extends HistoryResponse>(
  record: T,
  before: number,
  { history, history_before }: HistoryResponse,
): T {
  if (record.history_before !== before) return record;
  return { ...record, history: [...history, ...record.history], history_before };
}
