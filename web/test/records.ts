import type { Resource } from "@rules/public.js";
import type { HttpHandler } from "msw";
import type { Consultation } from "~/api/consultations";
import type { UserInfo } from "~/api/staff";
import type { DetailResponse, EventResponse, InboxResponse } from "~/api/schema";
import { type Page, unknownSource } from "~/api/submissions";
import { resources } from "~/paths";
import { http } from "../mocks/http";
import { jsonResponse, type UntypedResponse } from "./responses";
import { onlyAt, type SentCall, server } from "./server";

/** A consultation with all its details. */
export type ConsultationDetail = Extract<DetailResponse, { kind: "consultations" }>;

/** An application with all its details. */
export type ApplicationDetail = Extract<DetailResponse, { kind: "applications" }>;

/** The admins of these tests. The first one is signed in. */
export const ADA = { username: "ada", name: "Ada Byron" };
export const GRACE = { username: "grace", name: "Grace Hopper" };

export const USER: UserInfo = {
  username: "ada",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@agency.example",
};

/** Returns a consultation as in a list. */
export function row(id: number, work: Partial<Consultation> = {}): Consultation {
  return {
    kind: "consultations",
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
export function record(work: Partial<ConsultationDetail> = {}): ConsultationDetail {
  const rest = {
    history: [],
    other_spelling: null,
    others: [],
    delete_at: null,
    spam_reasons: [],
    source: unknownSource,
    undo: null,
  };
  return { ...row(1), slug: "abc", ...rest, ...work };
}

/** Returns an application with all its details. */
export function application(work: Partial<ApplicationDetail> = {}): ApplicationDetail {
  const { referral: _, message: cover_letter, ...common } = record();
  return {
    ...common,
    kind: "applications",
    job_title: "Product Manager",
    cover_letter,
    cv_upload: "",
    ...work,
  };
}

/** Numbers of all records, and of the new, open, done and spam ones. */
export type BoxNumbers = [all: number, fresh: number, open: number, done: number, spam: number];

const counted = (count: number) => ({ count, more: count === 10_000 });

/** Returns the counts of a person's boxes, as the server sends them. */
export function boxCounts(...[all, fresh, open, done, spam]: BoxNumbers) {
  return {
    all: counted(all),
    new: counted(fresh),
    open: counted(open),
    done: counted(done),
    spam: counted(spam),
  };
}

/** Returns the counts per box of consultations, as the server sends them. */
export function inbox(
  consultations: Partial<InboxResponse["consultations"]> = {},
  rest: Partial<InboxResponse> = {},
): InboxResponse {
  const none = { new: 0, open: 0, done: 0, spam: 0 };
  // Every kind, so that a new form needs no change here.
  const noRecords = Object.fromEntries(resources.map((kind) => [kind, none])) as Record<
    Resource,
    typeof none
  >;
  return {
    ...noRecords,
    consultations: { ...none, ...consultations },
    mail: { failed: 0 },
    webhooks: { failed: 0 },
    retention: { waiting: 0 },
    failing_tasks: [],
    ...rest,
  };
}

/** Returns an event that Grace caused. */
export function historyEntry(
  action: EventResponse["action"],
  rest: Partial<EventResponse> = {},
): EventResponse {
  const at = "2026-03-01T13:00:00.000000Z";
  return { at, by: GRACE, action, from: "new", to: "new", text: null, ...rest };
}

/** That the user can undo an action on a new record that nobody has. */
export function undoable(action: EventResponse["action"]) {
  return { action, state: "new" as const, assigned_to: null, until: "2026-03-01T13:10:00.000000Z" };
}

/** The response to an action on one record, which is done unless it was `refused`. */
export function acted(
  found: ConsultationDetail,
  refused?: { status: number; message: string },
): UntypedResponse {
  const { slug } = found;
  return jsonResponse(200, { results: [{ slug, status: 200, record: found, ...refused }] });
}

/** The response to an action on one record that a colleague has changed. */
export const conflict = (found: ConsultationDetail, message = "Grace Hopper changed this") =>
  acted(found, { status: 409, message });

/** The response to an action on one record that is refused without it. */
export const refusedAction = (status: number, message: string): UntypedResponse =>
  jsonResponse(200, { results: [{ slug: "abc", status, message }] });

/** The response to a stored form. */
export const created = () => jsonResponse(201, { slug: "s", submitted_at: "" });

/** Adds handlers of what every list and record asks for, after those of the test. */
export function serve(...handlers: HttpHandler[]): void {
  server.use(
    ...handlers,
    http.get("/api/userinfo", ({ response }) => response(200).json(USER)),
    http.get("/api/admins", ({ response }) => response(200).json([ADA, GRACE])),
    http.get("/api/inbox", ({ response }) => response(200).json(inbox())),
    // A pointer or the focus on a row loads its record ahead.
    http.get("/api/consultations/{key}", ({ params, response }) =>
      params.key.startsWith("slug-") ? response(404).json({ message: "Not found" }) : undefined,
    ),
    ...(["consultations", "applications"] as const).map((resource) =>
      http.get(`/api/${resource}/{key}/neighbours`, ({ params, response }) =>
        params.key === "abc" ? response(200).json({ previous: null, next: null }) : undefined,
      ),
    ),
  );
}

/** Adds handlers of what a record of consultations asks for, after those of the test. */
export function serveRecord(found: ConsultationDetail, ...handlers: HttpHandler[]): void {
  serve(
    ...handlers,
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(found)),
    ),
  );
}

/** Returns the actions that were sent, in order, each with its key. */
export function sentActions(sent: readonly SentCall[]) {
  return sent
    .filter(({ path }) => path.endsWith("/actions"))
    .map(({ json, headers }) => Object.assign({ key: headers.get("idempotency-key") }, json));
}
