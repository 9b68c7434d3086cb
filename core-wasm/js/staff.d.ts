import type {
  checkField as CheckField,
  checkForm as CheckForm,
  countCharacters as CountCharacters,
  NoSuchRule,
} from "./public.js";
import type {
  FieldRule,
  Filter,
  PageLink,
  RecordAction,
  RecordState,
  Session,
  SortOrder,
} from "./types.js";

export type * from "./types.js";

/** Functions of the public module, for the forms of the dashboard. */
export const checkForm: typeof CheckForm;
export const checkField: typeof CheckField;
export const countCharacters: typeof CountCharacters;

/** Returns the number of pages for a number of items. */
export function pageCount(items: number, pageSize: number): number;

/** Returns the links of a pager; null marks a gap. */
export function pageLinks(page: number, pages: number): PageLink[];

/**
 * Returns the positions of up to 10,000 records in sorted order. An unknown order is the default
 * order.
 */
export function sortRecords(
  order: SortOrder,
  records: readonly { full_name: string; created_at: string; id: number }[],
): number[];

/** Returns the state of a session. `now` is in seconds since 1970, corrected by the server's clock. */
export function decideSession(
  access: string | null | undefined,
  hasRefresh: boolean,
  now: number,
): Session;

/** Returns whether a token can be decoded and has not expired. `now` is in seconds since 1970. */
export function isTokenLive(token: string | null | undefined, now: number): boolean;

/** States of a record with their labels, in the order of the boxes. */
export const states: readonly { readonly name: RecordState; readonly label: string }[];

/** Actions with the labels of their buttons, in the order of the buttons. */
export const actions: readonly { readonly name: RecordAction; readonly label: string }[];

/** Rule of a note. */
export const noteRule: FieldRule;

/**
 * Returns the actions that are allowed in a state, in the order of their buttons; none for an unknown state. `undo` is
 * not among them.
 */
export function allowedActions(state: RecordState): RecordAction[];

/** Result of an action: the new state, which may be unchanged, or the reason why the action is not allowed. */
export type Moved = { readonly state: RecordState } | { readonly refused: string };
export function moveRecord(state: RecordState, action: RecordAction): Moved;
export function moveRecord(state: string, action: string): Moved | NoSuchRule;

/** Returns the state that undoing one's own last action restores right after it, or why it cannot be undone. */
export function undoAction(action: RecordAction, from: RecordState, to: RecordState): Moved;
export function undoAction(action: string, from: string, to: string): Moved | NoSuchRule;

/** Returns the error message of a note; undefined if it is valid. */
export function checkNote(text: string): string | undefined;

/** Parses a URL query. Returns the filter without its invalid parameters, and these with their error messages. */
export function readFilter(query: string): {
  filter: Filter;
  errors: { field: keyof Filter; message: string }[];
};

/** Returns a filter as a URL query; invalid parameters are left out. */
export function writeFilter(filter: Partial<Filter>): string;

/** Returns whether a query matches a record with these texts (up to 16). */
export function matchesRecord(query: string, record: readonly (string | null)[]): boolean;

/** Returns the start and the end of each match in a text, in UTF-16 code units, ascending and without overlap. */
export function highlightText(query: string, text: string): [number, number][];
