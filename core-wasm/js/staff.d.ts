import type {
  checkField as JudgeField,
  checkForm as JudgeForm,
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
export { version } from "./public.js";

/** As the public module's, for the forms of the dashboard. */
export const checkForm: typeof JudgeForm;
export const checkField: typeof JudgeField;
export const countCharacters: typeof CountCharacters;

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

/** Every state of a record with what it is called on the screen, in the order of the boxes. */
export const states: readonly { readonly name: RecordState; readonly label: string }[];

/** Every action with the label of its button, in the order on the screen. */
export const actions: readonly { readonly name: RecordAction; readonly label: string }[];

/** What a note takes. */
export const noteRule: FieldRule;

/** The actions that are allowed in a state, in the order on the screen; none in an unknown one. `undo` is not among them. */
export function allowedActions(state: RecordState): RecordAction[];

/** The state after an action, which may be the same, or the sentence that says why the action is not allowed. */
export type Moved = { readonly state: RecordState } | { readonly refused: string };
export function moveRecord(state: RecordState, action: RecordAction): Moved;
export function moveRecord(state: string, action: string): Moved | NoSuchRule;

/** The state that undoing one's own last action restores right after it, or the sentence that says why it cannot be undone. */
export function undoAction(action: RecordAction, from: RecordState, to: RecordState): Moved;
export function undoAction(action: string, from: string, to: string): Moved | NoSuchRule;

/** Why a note is refused; undefined when it is not. */
export function checkNote(text: string): string | undefined;

/** The filter that the query of an address holds, and its parts that make no sense, which it is without. */
export function readFilter(query: string): {
  filter: Filter;
  errors: { field: keyof Filter; message: string }[];
};

/** A filter as the query of an address; a part that makes no sense is left out. */
export function writeFilter(filter: Partial<Filter>): string;

/** Whether a query finds a record that has these texts, up to 16 of them. */
export function matchesRecord(query: string, record: readonly (string | null)[]): boolean;

/** Where a text has what a query finds: from and to, in UTF-16 units, ascending and apart. */
export function highlightText(query: string, text: string): [number, number][];
