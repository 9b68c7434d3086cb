// The staff module's functions around its exports.
import { exchange, number, read, text } from "./exchange.js";
import { sessions } from "./sessions.js";

// What is sorted at the most: a list that never ends must not hold the page.
const MOST_RECORDS = 10_000;

export function staffRules(module) {
  const { write, numbers } = exchange(module);

  /** How many pages a number of items fills. */
  const pageCount = (items, pageSize) => module.page_count(number(items), number(pageSize));

  /** The links of a pager; null where pages are left out. */
  function pageLinks(page, pages) {
    const count = module.page_links(number(page), number(pages));
    return numbers(count).map((link) => link || null);
  }

  /** The positions of records in an order, the first record's first, up to 10,000 of them. */
  function sortRecords(order, records) {
    const written = [text(order)];
    let count = 0;
    for (; count < MOST_RECORDS; count += 1) {
      const record = read(records, count);
      if (record === null || typeof record !== "object") break;
      written.push(text(read(record, "full_name")), text(read(record, "created_at")));
      written.push(number(read(record, "id")));
    }
    return numbers(module.sort_records(count, write(written)));
  }

  /** Decides a session. `now` is in seconds since 1970, corrected by the server's clock. */
  function decideSession(access, hasRefresh, now) {
    const refresh = hasRefresh === true ? 1 : 0;
    return sessions[module.decide_session(refresh, number(now), write([text(access)]))];
  }

  /** Whether a token can be read and has not expired. `now` is in seconds since 1970. */
  const isTokenLive = (token, now) => module.is_token_live(number(now), write([text(token)])) === 1;

  return { pageCount, pageLinks, sortRecords, decideSession, isTokenLive };
}
