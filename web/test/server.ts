import { HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { http } from "../mocks/http";

/** The calls of the running test that it did not expect. They make it fail. */
export const unexpectedCalls: string[] = [];

/** The mocked server. A test adds handlers for the calls that it expects, the latest first. */
export const server = setupServer(
  http.untyped.all("*", ({ request }) => {
    unexpectedCalls.push(`${request.method} ${request.url}`);
    return HttpResponse.error();
  }),
);

/** A call that the application has sent. */
export type SentCall = {
  /** Path with query. */
  path: string;
  method: string;
  headers: Headers;
  signal: AbortSignal;
  json?: unknown;
  form?: FormData;
};

/** Records the calls of the running test, in order. The handlers that were added before respond. */
export function recordCalls(): SentCall[] {
  const sent: SentCall[] = [];
  server.use(
    http.untyped.all("*", async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      const call = { path: pathname + search, method, headers, signal };
      sent.push({ ...call, ...(await bodyOf(request)) });
    }),
  );
  return sent;
}

async function bodyOf(request: Request) {
  if (!request.body) return {};
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  return isForm ? { form: await request.formData() } : { json: await request.json() };
}

/**
 * Makes a handler respond only to calls whose path ends like this, such as "/abc" or "?page=2",
 * which is the whole query. Other calls are unexpected, unless another handler responds.
 */
export const onlyAt =
  <Info extends { request: Request }, Result>(end: string, resolver: (info: Info) => Result) =>
  (info: Info) => {
    const { pathname, search } = new URL(info.request.url);
    const path = end.includes("?") ? pathname + search : pathname;
    return path.endsWith(end) ? resolver(info) : undefined;
  };
