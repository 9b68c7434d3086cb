import { readServerDate } from "./clock";
import { ApiError, NetworkError } from "./errors";

/** How long a call waits for the head of its answer, in milliseconds. */
const ANSWER_TIMEOUT = 30_000;

/** What a call may carry. */
export type CallOptions = {
  method?: "GET" | "POST";
  json?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** One call to the server, without credentials. Failures come as ApiError or NetworkError. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  const text = await response.text().catch(() => "");
  return readAnswer<T>(response.status, text, (name) => response.headers.get(name));
}

/** What the server answered with, or the refusal as an ApiError. */
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

/** What the server answered with, whatever it says. A connection that is lost comes as a NetworkError. */
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
    // An empty answer, or a proxy's page in place of ours.
    return undefined;
  }
}
