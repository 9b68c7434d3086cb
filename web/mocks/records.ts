import { randomUUID } from "node:crypto";
import type { Resource } from "@rules/public.js";
import type {
  ActionForm,
  DetailResponse,
  EventResponse,
  PersonResponse,
  SourceResponse,
} from "~/api/schema";
import type { Filter } from "~/rules/filter";
import { allowedActions, checkNote, matchesRecord, moveRecord, sortRecords } from "~/rules/staff";
import { me, people } from "./account";

/** The records of each mocked kind. */
export type MockRecords = {
  consultations: Extract<DetailResponse, { kind: "consultations" }>;
  applications: Extract<DetailResponse, { kind: "applications" }>;
};

/** The kinds that have mocks. Calls of other kinds are not found. */
export type MockedResource = Resource & keyof MockRecords;

/** How long an action can be undone, as in `core/src/work/undo.rs`. */
const UNDO_MS = 10 * 60_000;

const HOUR_MS = 60 * 60_000;

const NAMES = ["Grace Moore", "Alan Perez", "Edsger Vance", "Barbara Lind", "Tony Okafor"];
const WISHES = [
  "We need a shop for hand-made furniture, with delivery dates.",
  "Our booking page is slow on phones. Can you have a look?",
  "We would like to replace our intranet, for 300 people.",
];

const SOURCES: readonly Partial<SourceResponse>[] = [
  { channel: "search", landing: "/", referrer: "www.google.com" },
  { channel: "direct", landing: "/contact" },
  { channel: "email", landing: "/service/website", utm_medium: "email", utm_campaign: "spring" },
  {},
];

let lastId = 0;

function nameAt(index: number): string {
  const round = Math.floor(index / NAMES.length);
  return `${NAMES[index % NAMES.length]}${round > 0 ? ` ${round + 1}` : ""}`;
}

function mailAt(index: number): string {
  return `${nameAt(index).toLowerCase().replaceAll(" ", ".")}@example.com`;
}

/** The records, which last as long as the server. */
export const records: { [R in MockedResource]: MockRecords[R][] } = {
  consultations: Array.from({ length: 57 }, (_, index) => ({
    ...sampleRecord(index, index ** 2 * HOUR_MS),
    kind: "consultations",
    message: WISHES[index % WISHES.length] ?? "",
    referral: index % 3 === 0 ? "A friend" : null,
  })),
  applications: Array.from({ length: 14 }, (_, index) => ({
    ...sampleRecord(index + 2, index ** 2 * 9 * HOUR_MS),
    kind: "applications",
    job_title: "Product Manager",
    cover_letter:
      "I have run products for ten years, the last four of them in a team of designers.",
    cv_upload: "",
  })),
};
for (const record of records.applications) {
  record.cv_upload = `/api/applications/${record.slug}/cv/CV.pdf`;
}

export const mockedResources = Object.keys(records) as MockedResource[];

/** Returns the fields of every new record, submitted some milliseconds ago. */
export function newRecord(full_name: string, email: string, age = 0) {
  const at = new Date(Date.now() - age).toISOString();
  lastId += 1;
  return {
    id: lastId,
    slug: randomUUID(),
    full_name,
    email,
    submitted_at: at,
    created_at: at,
    state: "new" as const,
    assigned_to: null,
    version: 1,
    history: [],
    other_spelling: null,
    others: [],
    spam_reasons: [],
    source: {
      channel: "unknown" as const,
      landing: null,
      referrer: null,
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
    },
    delete_at: null,
    undo: null,
  };
}

/** Returns a sample record with a source. An older one is done. */
function sampleRecord(index: number, age: number) {
  const record = newRecord(nameAt(index), mailAt(index), age);
  const source = { ...record.source, ...SOURCES[index % SOURCES.length] };
  if (age < 48 * HOUR_MS) return { ...record, source };
  const at = new Date(Date.parse(record.created_at) + (1 + (index % 7)) * HOUR_MS).toISOString();
  const finished = { by: me, action: "finish", from: "new", to: "done", text: null } as const;
  return { ...record, source, state: "done" as const, version: 2, history: [{ ...finished, at }] };
}

/** Actions by which somebody takes a record up. */
const FIRST_ACTIONS = new Set<string>(["start", "finish", "assign", "note"]);

/** Returns the first action on a record that was not undone. */
export function firstActionOf({ history }: MockRecords[MockedResource]): EventResponse | undefined {
  return history.find(({ action }, at) => FIRST_ACTIONS.has(action) && !history[at + 1]?.undone);
}

/** Returns a record by its slug. */
export function findRecord<R extends MockedResource>(
  resource: R,
  slug: unknown,
): MockRecords[R] | undefined {
  const list: readonly MockRecords[R][] = records[resource];
  return list.find((record) => record.slug === slug);
}

/** Returns the records that match a filter, in its order. */
export function filterRecords<R extends MockedResource>(
  resource: R,
  filter: Filter,
): MockRecords[R][] {
  const list: readonly MockRecords[R][] = records[resource];
  const found = list.filter((record) => isMatch(record, filter));
  return sortRecords(filter.sort, found).flatMap((position) => found[position] ?? []);
}

function isMatch(
  record: MockRecords[MockedResource],
  { q, box, assigned, waiting, channel, landing, campaign, from, to }: Filter,
): boolean {
  const { assigned_to, source, state, submitted_at } = record;
  const texts = Object.values(record).filter((value) => typeof value === "string");
  const username = assigned === "me" ? me.username : assigned === "nobody" ? undefined : assigned;
  return (
    (!box || (box === "kept" ? state !== "spam" : state === box)) &&
    (!assigned || assigned_to?.username === username) &&
    (!waiting || (waiting === "yes") === !firstActionOf(record)) &&
    (!channel || source.channel === channel) &&
    (!landing || source.landing === landing) &&
    (!campaign || source.utm_campaign === campaign) &&
    (!from || submitted_at >= from) &&
    (!to || submitted_at.slice(0, to.length) <= to) &&
    (!q || matchesRecord(q, texts.slice(0, 16)))
  );
}

/** Applies an action. Returns why it was refused, and with which status. */
export function applyAction(
  record: MockRecords[MockedResource],
  { action, version, to, text }: ActionForm,
): { status: 409 | 422; message: string } | undefined {
  if (action !== "note" && version !== record.version) {
    return { status: 409, message: "Somebody changed this in the meantime" };
  }
  const { state, assigned_to } = record;
  if (action === "note") {
    const error = checkNote(text ?? "");
    if (error) return { status: 422, message: error };
  } else if (action === "undo") {
    if (!record.undo) return { status: 422, message: "There is nothing to undo" };
    record.state = record.undo.state;
    record.assigned_to = record.undo.assigned_to;
  } else if (action === "assign") {
    record.assigned_to = personNamed(to);
  } else {
    const moved = moveRecord(state, action);
    if ("refused" in moved || !allowedActions(state).includes(action)) {
      return { status: 422, message: "refused" in moved ? moved.refused : "Not allowed" };
    }
    record.state = moved.state;
    if (action === "start") record.assigned_to ??= me;
  }
  const at = new Date().toISOString();
  const change =
    action === "assign"
      ? { from: assigned_to, to: record.assigned_to }
      : { from: state, to: record.state };
  const undone = record.undo?.action;
  record.version += 1;
  record.history.push({
    at,
    by: me,
    action,
    text: text ?? null,
    ...change,
    ...(action === "undo" && undone && { undone }),
  });
  const until = new Date(Date.now() + UNDO_MS).toISOString();
  record.undo = ["note", "undo"].includes(action) ? null : { action, state, assigned_to, until };
  return undefined;
}

const personNamed = (username: string | null | undefined): PersonResponse | null =>
  people.find((person) => person.username === username) ?? null;
