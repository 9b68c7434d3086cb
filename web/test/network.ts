import { vi } from "vitest";

/** A call as it left the application. */
export type SentCall = {
  /** With its query. */
  path: string;
  method: string;
  headers: Headers;
  json: unknown;
  signal: AbortSignal | undefined;
};

export type Answer = (call: SentCall) => Response | Promise<Response>;

/**
 * Answers calls at the edge of the network, by "METHOD path?query", or "METHOD path?" for any query. Everything inside
 * the application stays real. A call that nobody expects fails as if the network were down.
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

/** A connection that is lost before an answer comes. */
export const lost: Answer = () => Promise.reject(new TypeError("Failed to fetch"));

/** A JSON answer, dated by the server's clock. */
export function jsonResponse(status: number, body?: unknown, date = new Date()): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", date: date.toUTCString() },
  });
}
