import { toWellFormed } from "../rules/well-formed";
import { readServerDate } from "./clock";
import { ApiError, NetworkError } from "./errors";
import type { CreatedResponse } from "./schema";

/** How long nothing may arrive of a response, in milliseconds. */
const STALL_TIMEOUT = 30_000;

/** Checks that a success is one of our server: a parsed body, or undefined if it is not JSON. */
export type ResponseCheck = (body: unknown, status: number) => boolean;

/** Options of a call. */
export type CallOptions = {
  method?: "GET" | "POST";
  json?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** What a success must be. Default: a JSON object or array. */
  check?: ResponseCheck;
};

/** A whole response. */
export type ReceivedResponse = {
  status: number;
  header: (name: string) => string | null;
  body: ArrayBuffer;
};

type FieldType = "string" | "number" | "object" | "array" | "string or null";

/** Returns a check for a JSON object with fields of these types. Those that are not named can be anything. */
export function hasFields<T>(fields: { [Name in keyof T]?: FieldType } = {}): ResponseCheck {
  const types = Object.entries(fields) as [string, FieldType][];
  return (body) =>
    typeof body === "object" &&
    body !== null &&
    types.every(([name, type]) => isOfType((body as Record<string, unknown>)[name], type));
}

function isOfType(value: unknown, type: FieldType): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "string or null") return value === null || typeof value === "string";
  return typeof value === type && value !== null;
}

/** Checks for the 204 of a call without a result. */
export const isNoContent: ResponseCheck = (_, status) => status === 204;

/** Checks for the 201 of a form that was stored. */
export const isCreated: ResponseCheck = (body, status) =>
  status === 201 && hasFields<CreatedResponse>({ slug: "string" })(body, status);

/**
 * Calls the server without credentials. Throws an `ApiError` for our server's errors, and a
 * `NetworkError` without a response of our server.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { status, header, body } = await send(path, options);
  return readResponse<T>(status, new TextDecoder().decode(body), header, options.check);
}

/**
 * Returns the parsed response, or throws an `ApiError` for an error of our server. A proxy's or
 * portal's page instead of it is a lost connection, whatever its status.
 */
export function readResponse<T>(
  status: number,
  text: string,
  header: (name: string) => string | null,
  check: ResponseCheck = hasFields(),
): T {
  const body = /^application\/json\b/i.test(header("content-type") ?? "")
    ? parseJson(text)
    : undefined;
  const isSuccess = status >= 200 && status <= 299;
  if (isSuccess ? !check(body, status) : !isApiError(body) && !LIMITS_OF_PROXIES.has(status)) {
    throw new NetworkError(`status ${status} is not the server's`);
  }
  readServerDate(header("date"));
  if (!isSuccess) throw ApiError.from(status, body, header);
  return body as T;
}

/**
 * Proxies in front of the server limit sizes and rates with pages of their own. These mean the same
 * as the server's.
 */
const LIMITS_OF_PROXIES: ReadonlySet<number> = new Set([413, 429]);

function isApiError(body: unknown): boolean {
  if (!hasFields<{ message: string }>({ message: "string" })(body, 0)) return false;
  const { errors } = body as { errors?: unknown };
  const isPlain = typeof errors === "object" && errors !== null && !Array.isArray(errors);
  if (!isPlain) return errors === undefined;
  return Object.values(errors).every((message) => typeof message === "string");
}

/**
 * Returns the whole response, whatever its status. Throws a `NetworkError` if the connection fails
 * or stalls.
 */
export async function send(
  path: string,
  { method = "GET", json, headers, signal }: CallOptions,
): Promise<ReceivedResponse> {
  const limit = new AbortController();
  // `AbortSignal.any` is missing in Safari 16.
  const abort = () => limit.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const stall = startStallTimer(STALL_TIMEOUT, () => limit.abort(new StallError()));
  const init: RequestInit = {
    method,
    headers: { accept: "application/json", ...headers },
    signal: limit.signal,
  };
  if (json !== undefined) {
    // Half a surrogate pair would be escaped, and refused.
    init.body = JSON.stringify(json, (_, value: unknown) =>
      typeof value === "string" ? toWellFormed(value) : value,
    );
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  try {
    const response = await fetch(`/api/${path}`, init);
    const header = (name: string) => response.headers.get(name);
    const body = await readBody(response, stall.restart, limit.signal);
    if (isCut(body, header)) throw new Error("The body is incomplete.");
    return { status: response.status, header, body };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // A body that is aborted fails with other errors in some browsers.
    throw new NetworkError(limit.signal.aborted ? limit.signal.reason : cause);
  } finally {
    stall.stop();
    signal?.removeEventListener("abort", abort);
  }
}

/** Nothing more arrived of a response. */
export class StallError extends Error {
  override readonly name = "StallError";
}

/** Calls `onStall` when it was not restarted for a time. */
export function startStallTimer(milliseconds: number, onStall: () => void) {
  let timer = setTimeout(onStall, milliseconds);
  return {
    restart() {
      clearTimeout(timer);
      timer = setTimeout(onStall, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

function readBody({ body }: Response, onChunk: () => void, signal: AbortSignal) {
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: onChunk,
      transform(chunk, controller) {
        onChunk();
        controller.enqueue(chunk);
      },
    }),
    { signal },
  );
  return new Response(counted).arrayBuffer();
}

/** Not every browser reports a body that ends too early. */
function isCut(body: ArrayBuffer, header: (name: string) => string | null): boolean {
  return (
    body.byteLength > 0 &&
    header("content-encoding") === null &&
    body.byteLength < Number(header("content-length"))
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Empty, or cut.
    return undefined;
  }
}
