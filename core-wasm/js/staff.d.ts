import type { PageLink, Session, SortOrder } from "./types.js";

export type * from "./types.js";

/** How many pages a number of items fills. */
export function pageCount(items: number, pageSize: number): number;

/** The links of a pager; null where pages are left out. */
export function pageLinks(page: number, pages: number): PageLink[];

/**
 * The positions of records in an order, the first record's first, up to 10,000 of them. An unknown
 * order is the default one.
 */
export function sortRecords(
  order: SortOrder,
  records: readonly { full_name: string; created_at: string; id: number }[],
): number[];

/** Decides a session. `now` is in seconds since 1970, corrected by the server's clock. */
export function decideSession(
  access: string | null | undefined,
  hasRefresh: boolean,
  now: number,
): Session;

/** Whether a token can be read and has not expired. `now` is in seconds since 1970. */
export function isTokenLive(token: string | null | undefined, now: number): boolean;
