import { vi } from "vitest";

/** A call as it left the application. */
export type SentCall = {
  path: string;
  method: string;
  headers: Headers;
  json: unknown;
  signal: AbortSignal | undefined;
};

type Answer = (call: SentCall) => Response | Promise<Response>;

/**
 * Answers calls at the edge of the network, by "METHOD path". Everything inside the application
 * stays real. A call that nobody expects fails as if the network were down.
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
    const answer = answers[`${call.method} ${path}`];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer(call);
  });
  return sent;
}

/** A JSON answer, dated by the server's clock. */
export function jsonResponse(status: number, body?: unknown, date = new Date()): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", date: date.toUTCString() },
  });
}
