// The staff module's functions around its exports.
import { exchange, noSuchRule, number, read, text } from "./exchange.js";
import { parts } from "./filter.js";
import { formRules } from "./form-rules.js";
import { sessions } from "./sessions.js";
import { forms, headLength } from "./staff-forms.js";
import { actions, noteRule, states } from "./work.js";

// What is sorted at the most: a list that never ends must not hold the page.
const MOST_RECORDS = 10_000;

// No record has more texts that are searched.
const MOST_TEXTS = 16;

const place = (all, name) => all.findIndex((each) => each.name === name);

export function staffRules(module) {
  const { write, numbers, sentence, texts } = exchange(module);

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
    return moved(module.move_record(place(states, state), place(actions, action)));
  }

  /** The state that undoing one's own last action restores, or why it cannot be undone. */
  function undoAction(action, from, to) {
    return moved(module.undo_action(place(actions, action), place(states, from), place(states, to)));
  }

  function moved(count) {
    const answer = numbers(count);
    if (count === 2) return { refused: sentence(...answer) };
    return count === 1 ? { state: states[answer[0]].name } : noSuchRule;
  }

  /** Why a note is refused; undefined when it is not. */
  function checkNote(note) {
    const count = module.check_note(write([text(note)]));
    return count === 0 ? undefined : sentence(...numbers(count));
  }

  /** The filter's parts as these values ask for them, empty where they go without saying, and those that make no sense. */
  function judgeFilter(values) {
    let present = 0;
    values.forEach((value, place) => (present |= typeof value === "string" ? 1 << place : 0));
    const count = module.read_filter(present, write(values.map(text)));
    const judged = texts(parts.length - 1);
    const [page, ...refused] = numbers(parts.length + 1 + 3 * count).slice(parts.length);
    const errors = [];
    for (let at = 0; at < refused.length; at += 3) {
      errors.push({ field: parts[refused[at]].name, message: sentence(refused[at + 1], refused[at + 2]) });
    }
    return { judged: [...judged, page], errors };
  }

  /** The filter that the query of an address holds, and its parts that make no sense. */
  function readFilter(query) {
    const values = new URLSearchParams(text(query));
    const { judged, errors } = judgeFilter(parts.map(({ name }) => values.get(name)));
    const filter = parts.map(({ name, unset }, place) => [name, judged[place] || unset]);
    return { filter: Object.fromEntries(filter), errors };
  }

  /** A filter as the query of an address; a part that makes no sense is left out. */
  function writeFilter(asked) {
    const values = parts.map(({ name }) => read(asked, name));
    const { judged } = judgeFilter(values.map((value) => (typeof value === "number" ? String(value) : value)));
    const written = parts.map(({ name, unset }, place) => [name, judged[place] === unset ? "" : judged[place]]);
    return String(new URLSearchParams(written.filter(([, value]) => value !== "")));
  }

  /** Whether a query finds a record that has these texts. */
  function matchesRecord(query, record) {
    const written = [text(query)];
    for (let count = 0; count < MOST_TEXTS; count += 1) {
      const value = read(record, count);
      if (value === undefined) break;
      written.push(text(value));
    }
    return module.matches_record(written.length - 1, write(written)) === 1;
  }

  /** Where a text has what a query finds: from and to, in UTF-16 units. */
  function highlightText(query, searched) {
    const ends = numbers(module.highlight_text(write([text(query), text(searched)])));
    const marks = [];
    for (let at = 0; at < ends.length; at += 2) marks.push([ends[at], ends[at + 1]]);
    return marks;
  }

  const { checkForm, checkField, countCharacters } = formRules(module, forms, headLength);
  const lists = { pageCount, pageLinks, sortRecords };
  const work = { states, actions, noteRule, allowedActions, moveRecord, undoAction, checkNote };
  const search = { readFilter, writeFilter, matchesRecord, highlightText };
  return { checkForm, checkField, countCharacters, ...lists, ...search, decideSession, isTokenLive, ...work };
}
