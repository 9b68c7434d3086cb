import { vi } from "vitest";
import type { paths } from "~/api/schema";

/** A call that the application has sent. */
export type SentCall = {
  /** Path with query. */
  path: string;
  method: string;
  headers: Headers;
  json: unknown;
  signal: AbortSignal;
};

/** A response with a body of type `T`. */
export type TypedResponse<T> = Response & { readonly sentBody?: T };

/** Responds to a call. `T` is the body of a success. */
export type Responder<T = never> = (call: SentCall) => TypedResponse<T> | Promise<TypedResponse<T>>;

/** The responses to calls. */
export type Responders<Call extends string> = { readonly [K in Call]: Responder<BodyOf<K>> };

/** The calls of the running test that it did not expect. They make it fail. */
export const unexpectedCalls: string[] = [];

/**
 * Mocks responses by "METHOD path?query", or "METHOD path?" for any query. Everything inside the
 * application is real. A success has the type that the server describes for the call.
 */
export function mockFetch<Call extends string>(responses: Responders<Call>): SentCall[] {
  const sent: SentCall[] = [];
  const byCall: Partial<Record<string, Responder<unknown>>> = responses;
  vi.stubGlobal("fetch", async (input: string | Request, init: RequestInit = {}) => {
    const request = new Request(
      input instanceof Request ? input : new URL(input, location.href),
      init,
    );
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    const { method, headers, signal } = request;
    const text = await request.text();
    const call = { path, method, headers, signal, json: text ? JSON.parse(text) : undefined };
    signal.throwIfAborted();
    sent.push(call);
    const name = `${method} ${path}`;
    const response = byCall[name] ?? byCall[`${name.split("?")[0]}?`];
    if (response) return response(call);
    unexpectedCalls.push(name);
    return lost(call);
  });
  return sent;
}

/** A connection that is lost before the response. */
export const lost: Responder = () => Promise.reject(new TypeError("Failed to fetch"));

/** Returns a JSON response that this release's server never sends. */
export function foreignResponse(status: number, body?: unknown): Response {
  return jsonResponse(status, body);
}

const foreign = (status: number, body: string, type = "text/html") =>
  new Response(body, { status, headers: { "content-type": type } });

const PORTAL = "<!doctype html><title>Welcome to our guest network</title>";

const FOREIGN_ERRORS = '{"message":"m","errors":{"email":{"code":"invalid"}}}';

/** Responses that are not of our server, or only a part of one, with what sends them. */
export const foreignResponses: [string, () => Response][] = [
  ["a portal's page", () => foreign(200, PORTAL)],
  ["a portal's page that claims to be JSON", () => foreign(200, PORTAL, "application/json")],
  ["a portal's 401", () => foreign(401, PORTAL)],
  ["a portal's 403", () => foreign(403, PORTAL)],
  ["a portal's 404", () => foreign(404, PORTAL)],
  ["a portal's 511", () => foreign(511, PORTAL)],
  ["a proxy's 502", () => foreign(502, "<h1>Bad Gateway</h1>")],
  ["a proxy's empty 200", () => foreign(200, "")],
  ["a proxy's empty 401", () => foreign(401, "", "application/json")],
  ["another program's 201", () => foreign(201, '{"ok":true}', "application/json")],
  ["another program's 401", () => foreign(401, '{"error":"denied"}', "application/json")],
  ["another program's list", () => foreign(200, "[]", "application/json")],
  ["another program's null", () => foreign(200, "null", "application/json")],
  ["another program's text", () => foreign(200, '"OK"', "application/json")],
  ["another program's errors", () => foreign(422, FOREIGN_ERRORS, "application/json")],
  ["another program's slug", () => foreign(201, '{"slug":7}', "application/json")],
  ["a cut connection", () => foreign(201, '{"slug":"abc","submi', "application/json")],
  ["our JSON as text", () => foreign(201, '{"slug":"abc","submitted_at":""}', "text/plain")],
];

/** Returns a JSON response, dated by the server's clock. */
export function jsonResponse<Status extends number, const T = undefined>(
  status: Status,
  body?: T,
  date = new Date(),
): TypedResponse<Status extends 200 | 201 ? T : never> {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", date: date.toUTCString() },
  });
}

/** Returns a file, as the server sends a CV. */
export function fileResponse(content: string): Response {
  return new Response(content, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=CV.pdf",
    },
  });
}

/** The body of a success of a call, such as "GET /api/consultations?page=2". */
type BodyOf<Call extends string> = Call extends `${infer Method} ${infer Path}`
  ? Path extends `/api/${string}`
    ? DeepReadonly<SuccessOf<paths[Described<WithoutQuery<Path>>], Lowercase<Method>>>
    : unknown
  : unknown;

/** The path in the description, such as "/api/consultations/{key}". */
type Described<Path extends string> = {
  [Template in keyof paths]: Matches<Path, Template> extends true ? Template : never;
}[keyof paths];

type SuccessOf<Operations, Method extends string> = Operations extends {
  [M in Method]: { responses: infer Responses };
}
  ? Responses extends Record<200, infer Response> | Record<201, infer Response>
    ? Response extends { content: { "application/json": infer Body } }
      ? Body
      : undefined
    : undefined
  : never;

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** Whether a path follows a template, such as "/api/consultations/{key}". */
type Matches<
  Path extends string,
  Template extends string,
> = Template extends `${infer Expected}/${infer Rest}`
  ? Path extends `${infer Given}/${infer Others}`
    ? SegmentMatches<Given, Expected> extends true
      ? Matches<Others, Rest>
      : false
    : false
  : SegmentMatches<Path, Template>;

type SegmentMatches<
  Given extends string,
  Expected extends string,
> = Given extends `${string}/${string}`
  ? false
  : Expected extends `{${string}}`
    ? true
    : Given extends Expected
      ? true
      : false;

type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };
