import { HttpResponse } from "msw";
import { http } from "../mocks/http";
import { recordCalls, type SentCall, server } from "./server";
import type { paths } from "~/api/schema";

export type { SentCall };

/** A response with a body of type `T`. */
export type TypedResponse<T> = Response & { readonly sentBody?: T };

/** Responds to a call. `T` is the body of a success. */
export type Responder<T = never> = (call: SentCall) => TypedResponse<T> | Promise<TypedResponse<T>>;

/** The responses to calls. */
export type Responders<Call extends string> = { readonly [K in Call]: Responder<BodyOf<K>> };

/**
 * Mocks responses by "METHOD path?query", or "METHOD path?" for any query. Everything inside the
 * application is real. A success has the type that the server describes for the call.
 */
export function mockFetch<Call extends string>(responses: Responders<Call>): SentCall[] {
  const byCall: Partial<Record<string, Responder<unknown>>> = responses;
  server.resetHandlers();
  server.use(
    http.untyped.all("*", async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const name = `${request.method} ${pathname}${search}`;
      const response = byCall[name] ?? byCall[`${name.split("?")[0]}?`];
      if (!response) return undefined;
      const { method, headers, signal } = request;
      const text = await request.clone().text();
      const isJson = headers.get("content-type") === "application/json";
      const json = isJson ? JSON.parse(text) : undefined;
      const call = { path: pathname + search, method, headers, signal, json };
      try {
        return (await response(call)) as unknown as undefined;
      } catch {
        return HttpResponse.error();
      }
    }),
  );
  return recordCalls();
}

/** A connection that is lost before the response. */
export const lost: Responder = () => HttpResponse.error();

/** Returns a JSON response that this release's server never sends. */
export function foreignResponse(status: number, body?: unknown): Response {
  return jsonResponse(status, body);
}

export { foreignResponses } from "./foreign-responses";

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
