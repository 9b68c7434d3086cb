import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import type { Answers } from "../src/api/schema";

/** A call as it left the application. */
export type SentCall = {
  /** With its query. */
  path: string;
  method: string;
  headers: Headers;
  json: unknown;
  signal: AbortSignal;
};

export type Answer = (call: SentCall) => Response | Promise<Response>;

/** What every page of the dashboard asks for besides, in the shapes that the server sends. */
const everywhere = {
  "GET /api/userinfo/": {
    username: "ada",
    first_name: "Ada",
    last_name: "Byron",
    email: "ada@agency.example",
  },
  "GET /api/admins/": [
    { username: "ada", name: "Ada Byron" },
    { username: "grace", name: "Grace Hopper" },
  ],
  "GET /api/inbox/": {
    consultations: { new: 0, open: 0, done: 0, spam: 0 },
    applications: { new: 0, open: 0, done: 0, spam: 0 },
    mail: { failed: 0 },
    retention: { waiting: 0 },
    failing_tasks: [],
  },
} satisfies Partial<Answers>;

/** The edge of the network. */
export const network = setupServer();

/** Calls that no test expected. Each fails as if the network were down, and then the test: see `setup.ts`. */
export const unexpected: string[] = [];

/**
 * Answers calls at the edge of the network, by "METHOD path?query", or "METHOD path?" for any query. Everything inside the
 * application stays real. An answer that throws is a connection that is lost.
 */
export function mockFetch(answers: Record<string, Answer>): SentCall[] {
  const sent: SentCall[] = [];
  network.resetHandlers(
    http.all("*", async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      const text = await request.clone().text();
      const call = {
        path: pathname + search,
        method,
        headers,
        signal,
        json: headers.get("content-type") === "application/json" ? JSON.parse(text) : undefined,
      };
      const [exact, anyQuery] = [`${method} ${call.path}`, `${method} ${pathname}?`];
      const answer = answers[exact] ?? answers[anyQuery] ?? background(exact);
      if (!answer) {
        unexpected.push(`${method} ${call.path}`);
        return HttpResponse.error();
      }
      sent.push(call);
      return Promise.resolve()
        .then(() => answer(call))
        .catch(() => HttpResponse.error());
    }),
  );
  return sent;
}

function background(call: string): Answer | undefined {
  const body: unknown = Object.entries(everywhere).find(([known]) => known === call)?.[1];
  return body === undefined ? undefined : () => jsonResponse(200, body);
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
