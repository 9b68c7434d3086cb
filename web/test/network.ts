import { vi } from "vitest";

/** A call that the application has sent. */
export type SentCall = {
  /** Path with query. */
  path: string;
  method: string;
  headers: Headers;
  json: unknown;
  signal: AbortSignal | undefined;
};

export type Answer = (call: SentCall) => Response | Promise<Response>;

/**
 * Mocks responses by "METHOD path?query", or "METHOD path?" for any query. Everything inside the
 * application is real. An unexpected call fails like a lost connection.
 */
export function mockFetch(answers: Record<string, Answer>): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const call = {
      path,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
      json: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    sent.push(call);
    const anyQuery = `${call.method} ${path.split("?")[0]}?`;
    const answer = answers[`${call.method} ${path}`] ?? answers[anyQuery] ?? lost;
    return answer(call);
  });
  return sent;
}

/** A connection that is lost before the response. */
export const lost: Answer = () => Promise.reject(new TypeError("Failed to fetch"));

/** Returns a JSON response, dated by the server's clock. */
export function jsonResponse(status: number, body?: unknown, date = new Date()): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", date: date.toUTCString() },
  });
}
