import type { Inbox } from "../src/api/get-inbox";
import type { Consultation } from "../src/api/consultations";
import type { UserInfo } from "../src/api/get-user-info";
import type { Detail, HistoryEntry, Page } from "../src/api/submissions";
import { type Answer, jsonResponse, mockFetch, type SentCall } from "./network";

/** The admins of these tests. The first one is signed in. */
export const ADA = { username: "ada", name: "Ada Byron" };
export const GRACE = { username: "grace", name: "Grace Hopper" };

const USER: UserInfo = {
  username: "ada",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@agency.example",
};

/** Returns a consultation as in a list. */
export function row(id: number, work: Partial<Consultation> = {}): Consultation {
  return {
    id,
    slug: `slug-${id}`,
    full_name: `Visitor ${id}`,
    email: `visitor-${id}@example.com`,
    referral: null,
    message: "We need a shop.",
    submitted_at: "2026-03-01T12:00:00.000000Z",
    created_at: "2026-03-01T12:00:00.000000Z",
    state: "new",
    assigned_to: null,
    version: 1,
    ...work,
    // A field that a later form gets may be missing here.
  } as Consultation;
}

/** Returns a page of a list. Its count defaults to the number of its rows. */
export function listPage<T>(results: T[], rest: Partial<Page<T>> = {}): Page<T> {
  return { count: results.length, more: false, complete: true, results, ...rest };
}

/** Returns a consultation with all its details. */
export function record(work: Partial<Detail<Consultation>> = {}): Detail<Consultation> {
  const rest = { history: [], others: [], delete_at: null, spam_reasons: [] };
  return { ...row(1), slug: "abc", ...rest, ...work };
}

/** The response for a record without neighbors. */
export const NEIGHBOURS = {
  "GET /api/consultations/abc/neighbours?": () => jsonResponse(200, { previous: null, next: null }),
};

/** Returns the counts per box of consultations, as the server sends them. */
export function inbox(consultations: Partial<Inbox["consultations"]>, applications = { new: 0 }) {
  const none = { new: 0, open: 0, done: 0, spam: 0 };
  return {
    consultations: { ...none, ...consultations },
    applications: { ...none, ...applications },
    mail: { failed: 0 },
  };
}

/** Returns an event that Grace caused. */
export function historyEntry(action: HistoryEntry["action"], rest: Partial<HistoryEntry> = {}) {
  const at = "2026-03-01T13:00:00.000000Z";
  return { at, by: GRACE.name, action, from: "new", to: "new", text: null, ...rest };
}

/** That the user can undo an action on a new record that nobody has. */
export function undoable(action: HistoryEntry["action"]) {
  return { action, state: "new" as const, assigned_to: null, until: "2026-03-01T13:10:00.000000Z" };
}

/** Where the actions on the record go. */
export const ACTIONS = "POST /api/consultations/abc/actions/";

/** Mocks the admins, the record and the actions on it. */
export function serve(found: object, answers: Record<string, Answer> = {}) {
  return mockFetch({
    "GET /api/userinfo/": () => jsonResponse(200, USER),
    "GET /api/admins/": () => jsonResponse(200, [ADA, GRACE]),
    "GET /api/consultations/abc": () => jsonResponse(200, found),
    ...answers,
  });
}

/** Returns the actions that were sent, in order, each with its key. */
export function sentActions(sent: readonly SentCall[]) {
  return sent
    .filter(({ path }) => path.endsWith("/actions/"))
    .map(({ json, headers }) => Object.assign({ key: headers.get("idempotency-key") }, json));
}
