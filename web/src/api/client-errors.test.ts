import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Report = { message: string; stack: string; path: string; version: string };

const sent: { path: string; body: Blob }[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.resetModules();
  vi.stubGlobal("navigator", {
    sendBeacon: (path: string, body: Blob) => sent.push({ path, body }) > 0,
  });
  history.replaceState(null, "", "/dashboard/consultation/abc?q=ada#ada");
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const load = () => import("./client-errors");

async function reports(): Promise<Report[]> {
  return Promise.all(sent.map(async ({ body }) => JSON.parse(await textOf(body)) as Report));
}

/** Reads a blob, because jsdom has no `Blob.text()`. */
const textOf = (body: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.readAsText(body);
  });

test("reports an error once, with its location and without the query string", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/index-Cs9x4jm0.js"></script>';
  const { reportClientError } = await load();
  const error = new TypeError("x is undefined");
  error.stack = "TypeError: x is undefined\n    at View (http://localhost/assets/a-1.js:1:2)";
  reportClientError(error);
  reportClientError(error);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    path: "/api/client-errors",
    body: { type: "application/json" },
  });
  expect(await reports()).toEqual([
    {
      message: "TypeError: x is undefined",
      stack: "at View (http://localhost/assets/a-1.js:1:2)",
      path: "/dashboard/consultation/abc",
      version: "index-Cs9x4jm0",
    },
  ]);
});

test("reports at most five errors per page, each within the server's limit", async () => {
  const { reportClientError } = await load();
  for (let number = 0; number < 8; number += 1) {
    const error = new Error(`${number}${"😀".repeat(3000)}`);
    error.stack = "at ".repeat(3000);
    reportClientError(error);
  }
  expect(sent).toHaveLength(5);
  for (const { body } of sent) expect(body.size).toBeLessThan(4096);
});

test("reports uncaught errors, but not those of third-party scripts", async () => {
  const { reportUncaughtErrors } = await load();
  reportUncaughtErrors();
  dispatchEvent(new ErrorEvent("error", { message: "Script error." }));
  expect(sent).toEqual([]);
  dispatchEvent(new ErrorEvent("error", { error: new Error("thrown") }));
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "refused" }));
  expect((await reports()).map(({ message }) => message)).toEqual(["Error: thrown", "refused"]);
});

test("sends the report with fetch when the beacon is refused", async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", fetched);
  const { reportClientError } = await load();
  reportClientError(new Error("x"));
  expect(fetched).toHaveBeenCalledWith(
    "/api/client-errors",
    expect.objectContaining({ method: "POST", keepalive: true }),
  );
});
