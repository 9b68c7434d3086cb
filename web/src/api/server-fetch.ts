import { readServerDate } from "~/state/clock";
import { NetworkError, StallError } from "./errors";

/**
 * Maximum time without data in either direction, in milliseconds. Longer than a busy server waits
 * before its 429 or 503: 10 seconds for other requests of the client, and 30 for a permit of long work.
 */
const STALL_MS = 50_000;

/**
 * Proxies in front of the server limit sizes and rates with pages of their own. These mean the same
 * as the server's.
 */
const LIMITS_OF_PROXIES: ReadonlySet<number> = new Set([413, 429]);

/**
 * Sends a request and returns the whole response of our server. Throws a `NetworkError` if the
 * connection fails or stalls, or if something else responds.
 */
export async function fetchFromServer(request: Request): Promise<Response> {
  const { signal } = request;
  const limit = new AbortController();
  // `AbortSignal.any` is missing in the oldest browsers of README.
  const abort = () => limit.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const stall = startStallTimer(() => limit.abort(new StallError()));
  try {
    const response = await fetch(request, { signal: limit.signal });
    const body = await readBody(response, stall.restart, limit.signal);
    if (isCut(body, response.headers)) throw new Error("The body is incomplete.");
    return responseFromServer(body, response);
  } catch (cause) {
    if (signal.aborted || cause instanceof NetworkError) throw cause;
    // A body that is aborted fails with other errors in some browsers.
    throw new NetworkError(limit.signal.aborted ? limit.signal.reason : cause);
  } finally {
    stall.stop();
    signal.removeEventListener("abort", abort);
  }
}

/**
 * Returns a response with the body that was received, if it is our server's. A proxy's or portal's
 * error is a lost connection, whatever its status. Its success has no body here, because it is
 * neither JSON nor a file.
 */
export function responseFromServer(
  body: ArrayBuffer | Uint8Array<ArrayBuffer>,
  { status, headers }: Pick<Response, "status" | "headers">,
): Response {
  const json = isJson(headers) ? parseJson(new TextDecoder().decode(body)) : undefined;
  const isSuccess = (status >= 200 && status <= 299) || status === 304;
  if (!isSuccess && !isApiError(json) && !LIMITS_OF_PROXIES.has(status)) {
    throw new NetworkError(`status ${status} is not the server's`);
  }
  const isFile = headers.get("content-disposition")?.startsWith("attachment");
  const hasContent = json !== undefined || isFile;
  if (hasContent || !isSuccess || status === 204 || status === 304) {
    readServerDate(headers.get("date"));
  }
  const content = hasContent && body.byteLength > 0 ? body : null;
  return new Response(content, { status, headers: withoutLength(headers) });
}

/** Returns whether a body is one of the API's errors. */
function isApiError(body: unknown): boolean {
  const { message, errors } = Object(body) as { message?: unknown; errors?: unknown };
  if (typeof message !== "string") return false;
  const isPlain = typeof errors === "object" && errors !== null && !Array.isArray(errors);
  if (!isPlain) return errors === undefined;
  return Object.values(errors).every((each) => typeof each === "string");
}

/** Calls `onStall` when it was not restarted for the maximum time without data. */
export function startStallTimer(onStall: () => void) {
  let timer = setTimeout(onStall, STALL_MS);
  return {
    restart() {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALL_MS);
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
function isCut(body: ArrayBuffer, headers: Headers): boolean {
  return (
    body.byteLength > 0 &&
    headers.get("content-encoding") === null &&
    body.byteLength < Number(headers.get("content-length"))
  );
}

/** The length is that of the body as it was sent, compressed or left out here. */
function withoutLength(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete("content-length");
  return rest;
}

const isJson = (headers: Headers) =>
  /^application\/json\b/i.test(headers.get("content-type") ?? "");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Empty, or cut.
    return undefined;
  }
}
