import { readServerDate } from "./clock";
import { ApiError, NetworkError } from "./errors";

/** Timeout for the response headers, in milliseconds. */
const ANSWER_TIMEOUT = 30_000;

/** Options of a call. */
export type CallOptions = {
  method?: "GET" | "POST";
  json?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls the server without credentials. Throws `ApiError` or `NetworkError`. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  const text = await response.text().catch(() => "");
  return readAnswer<T>(response.status, text, (name) => response.headers.get(name));
}

/** Returns the parsed response, or throws an `ApiError` for an error status. */
export function readAnswer<T>(
  status: number,
  text: string,
  header: (name: string) => string | null,
): T {
  readServerDate(header("date"));
  const body = readJson(text);
  if (status < 200 || status > 299) throw ApiError.from(status, body, header);
  return body as T;
}

/** Returns the response, whatever its status. Throws a `NetworkError` if the connection fails. */
export async function send(path: string, { method = "GET", json, headers, signal }: CallOptions) {
  const limit = new AbortController();
  const abort = () => limit.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => limit.abort(), ANSWER_TIMEOUT);
  const init: RequestInit = {
    method,
    headers: { accept: "application/json", ...headers },
    signal: limit.signal,
  };
  if (json !== undefined) {
    init.body = JSON.stringify(json);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  try {
    return await fetch(`/api/${path}`, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NetworkError(cause);
  } finally {
    clearTimeout(timer);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An empty body, or a proxy's page instead of ours.
    return undefined;
  }
}
