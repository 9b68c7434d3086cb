// The staff module's functions around its exports.
import { exchange, noSuchRule, number, read, text } from "./exchange.js";
import { sessions } from "./sessions.js";
import { actions, noteRule, states } from "./work.js";

// What is sorted at the most: a list that never ends must not hold the page.
const MOST_RECORDS = 10_000;

const place = (all, name) => all.findIndex((each) => each.name === name);

export function staffRules(module) {
  const { write, numbers, sentence } = exchange(module);

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

  /** The actions that can be done in a state, in the order in which they are offered; none in an unknown one. */
  function allowedActions(state) {
    const count = module.allowed_actions(place(states, state));
    return numbers(count).map((position) => actions[position].name);
  }

  /** The state that an action leads to, or why it cannot be done. */
  function moveRecord(state, action) {
    const count = module.move_record(place(states, state), place(actions, action));
    const answer = numbers(count);
    if (count === 2) return { refused: sentence(...answer) };
    return count === 1 ? { state: states[answer[0]].name } : noSuchRule;
  }

  /** Why a note is refused; undefined when it is not. */
  function checkNote(note) {
    const count = module.check_note(write([text(note)]));
    return count === 0 ? undefined : sentence(...numbers(count));
  }

  const lists = { pageCount, pageLinks, sortRecords };
  const work = { states, actions, noteRule, allowedActions, moveRecord, checkNote };
  return { ...lists, decideSession, isTokenLive, ...work };
}
