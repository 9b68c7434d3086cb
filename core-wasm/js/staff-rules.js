// Functions around the exports of the staff module.
import { exchange, noSuchRule, number, readProperty, textOrEmpty } from "./exchange.js";
import { parts } from "./filter.js";
import { formRules } from "./form-rules.js";
import { sessions } from "./sessions.js";
import { forms, headLength } from "./staff-forms.js";
import { actions, noteRule, states } from "./work.js";

// Maximum records to sort, so that an endless list cannot block the page.
const MAX_RECORDS = 10_000;

// Maximum searched texts of a record.
const MAX_TEXTS = 16;

const place = (all, name) => all.findIndex((each) => each.name === name);

export function staffRules(module) {
  const { write, numbers, sentence, texts } = exchange(module);

  /** Returns the number of pages for a number of items. */
  const pageCount = (items, pageSize) => module.page_count(number(items), number(pageSize));

  /** Returns the links of a pager; null marks a gap. */
  function pageLinks(page, pages) {
    const count = module.page_links(number(page), number(pages));
    return numbers(count).map((link) => link || null);
  }

  /** Returns the positions of up to 10,000 records in sorted order. */
  function sortRecords(order, records) {
    const written = [textOrEmpty(order)];
    let count = 0;
    for (; count < MAX_RECORDS; count += 1) {
      const record = readProperty(records, count);
      if (record === null || typeof record !== "object") break;
      written.push(textOrEmpty(readProperty(record, "full_name")), textOrEmpty(readProperty(record, "created_at")));
      written.push(number(readProperty(record, "id")));
    }
    return numbers(module.sort_records(count, write(written)));
  }

  /** Returns the state of a session. `now` is in seconds since 1970, corrected by the server's clock. */
  function decideSession(access, hasRefresh, now) {
    const refresh = hasRefresh === true ? 1 : 0;
    return sessions[module.decide_session(refresh, number(now), write([textOrEmpty(access)]))];
  }

  /** Returns whether a token can be decoded and has not expired. `now` is in seconds since 1970. */
  const isTokenLive = (token, now) => module.is_token_live(number(now), write([textOrEmpty(token)])) === 1;

  /** Returns the actions that are allowed in a state, in the order of their buttons; none for an unknown state. */
  function allowedActions(state) {
    const count = module.allowed_actions(place(states, state));
    return numbers(count).map((position) => actions[position].name);
  }

  /** Returns the new state after an action, or the reason why the action is not allowed. */
  function moveRecord(state, action) {
    return moved(module.move_record(place(states, state), place(actions, action)));
  }

  /** Returns the state that undoing one's own last action restores, or why it cannot be undone. */
  function undoAction(action, from, to) {
    return moved(module.undo_action(place(actions, action), place(states, from), place(states, to)));
  }

  function moved(count) {
    const answer = numbers(count);
    if (count === 2) return { refused: sentence(...answer) };
    return count === 1 ? { state: states[answer[0]].name } : noSuchRule;
  }

  /** Returns the error message of a note; undefined if it is valid. */
  function checkNote(note) {
    const count = module.check_note(write([textOrEmpty(note)]));
    return count === 0 ? undefined : sentence(...numbers(count));
  }

  /** Parses the values of the filter parameters. Returns the values, empty for defaults, and the invalid parameters. */
  function parseFilter(values) {
    let present = 0;
    values.forEach((value, place) => (present |= typeof value === "string" ? 1 << place : 0));
    const count = module.read_filter(present, write(values.map(textOrEmpty)));
    const parsed = texts(parts.length - 1);
    const [page, ...invalid] = numbers(parts.length + 1 + 3 * count).slice(parts.length);
    const errors = [];
    for (let at = 0; at < invalid.length; at += 3) {
      errors.push({ field: parts[invalid[at]].name, message: sentence(invalid[at + 1], invalid[at + 2]) });
    }
    return { parsed: [...parsed, page], errors };
  }

  /** Parses a URL query. Returns the filter and the invalid parameters. */
  function readFilter(query) {
    const values = new URLSearchParams(textOrEmpty(query));
    const { parsed, errors } = parseFilter(parts.map(({ name }) => values.get(name)));
    const filter = parts.map(({ name, unset }, place) => [name, parsed[place] || unset]);
    return { filter: Object.fromEntries(filter), errors };
  }

  /** Returns a filter as a URL query; invalid parameters are left out. */
  function writeFilter(filter) {
    const values = parts.map(({ name }) => readProperty(filter, name));
    const { parsed } = parseFilter(values.map((value) => (typeof value === "number" ? String(value) : value)));
    const written = parts.map(({ name, unset }, place) => [name, parsed[place] === unset ? "" : parsed[place]]);
    return String(new URLSearchParams(written.filter(([, value]) => value !== "")));
  }

  /** Returns whether a query matches a record with these texts. */
  function matchesRecord(query, record) {
    const written = [textOrEmpty(query)];
    for (let count = 0; count < MAX_TEXTS; count += 1) {
      const value = readProperty(record, count);
      if (value === undefined) break;
      written.push(textOrEmpty(value));
    }
    return module.matches_record(written.length - 1, write(written)) === 1;
  }

  /** Returns the start and the end of each match of a query in a text, in UTF-16 code units. */
  function highlightText(query, searched) {
    const ends = numbers(module.highlight_text(write([textOrEmpty(query), textOrEmpty(searched)])));
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
