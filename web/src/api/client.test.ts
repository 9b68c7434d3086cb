import { delay, HttpResponse } from "msw";
import { afterEach, describe, expect, test, vi } from "vitest";
import { http } from "../../mocks/http";
import { foreignResponses } from "../../test/foreign-responses";
import { jsonResponse } from "../../test/responses";
import { onlyAt, recordCalls, server } from "../../test/server";
import { ApiError, messageOf, NetworkError } from "./errors";
import { getCv } from "./applications";
import { revokeToken } from "./auth";
import { bodyOf, client } from "./client";
import { createSubmission } from "./forms";

afterEach(() => vi.useRealTimers());

const CREATE = "/api/consultations/create";
const FORM = { full_name: "Ada", email: "ada@example.com", referral: "" };
const create = (message = "We need a shop.") =>
  createSubmission(
    "consultations",
    { ...FORM, message },
    { key: "k", signal: new AbortController().signal },
  );
const userInfo = (signal?: AbortSignal) =>
  bodyOf(client.GET("/api/userinfo", signal && { signal }), { username: "string" });

/** Simulates a connection on which no response arrives. */
function hang() {
  server.use(http.get("/api/userinfo", () => delay("infinite")));
}

/** Sends pieces of a body, one every 20 seconds, and never its end. */
function drip(pieces: string[]) {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      const send = () => controller.enqueue(new TextEncoder().encode(piece));
      return new Promise((resolve) => {
        if (piece !== undefined) setTimeout(() => resolve(send()), 20_000);
      });
    },
  });
  const headers = { "content-type": "application/json" };
  server.use(http.get("/api/userinfo", () => new Response(body, { headers })));
}

describe("a response in time", () => {
  test("fails after 50 seconds without a response, within a minute", async () => {
    vi.useFakeTimers();
    hang();
    const failed = expect(userInfo()).rejects.toBeInstanceOf(NetworkError);
    await vi.advanceTimersByTimeAsync(50_000);
    await failed;
  });

  test("waits for the 503 of a server that had no permit for 40 seconds", async () => {
    vi.useFakeTimers();
    server.use(
      http.get("/api/userinfo", async () => {
        await delay(40_000);
        const headers = { "retry-after": "1" };
        return HttpResponse.json({ message: "Busy" }, { status: 503, headers });
      }),
    );
    const failed = expect(userInfo()).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    await vi.advanceTimersByTimeAsync(40_000);
    await failed;
  });

  test("fails with the caller's reason when the caller aborts", async () => {
    hang();
    const controller = new AbortController();
    const failed = expect(userInfo(controller.signal)).rejects.toThrow("Left");
    controller.abort(new Error("Left"));
    await failed;
  });

  test("fails 50 seconds after the last piece of a body that has no end", async () => {
    vi.useFakeTimers();
    drip(['{"username":', '"ada"']);
    const failed = expect(userInfo()).rejects.toMatchObject({
      name: "NetworkError",
      cause: { name: "StallError" },
    });
    const settled = vi.fn();
    failed.then(settled, settled);
    await vi.advanceTimersByTimeAsync(20_000 + 20_000 + 49_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_100);
    await failed;
  });

  test("fails with the caller's reason when the caller aborts during the body", async () => {
    drip([]);
    const controller = new AbortController();
    const failed = expect(userInfo(controller.signal)).rejects.toThrow("Left");
    await new Promise((resolve) => setTimeout(resolve));
    controller.abort(new Error("Left"));
    await failed;
  });
});

describe("a response of our server", () => {
  test.each(foreignResponses)("is not %s", async (_, respond) => {
    server.use(http.post(CREATE, respond));
    const error = await create().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NetworkError);
    expect(messageOf(error, "")).toBe(
      "Couldn't reach the server. Check your connection and try again.",
    );
  });

  test("is a 201 for a form, and no other success", async () => {
    const body = { slug: "s", submitted_at: "" };
    server.use(http.post(CREATE, ({ response }) => response(201).json(body)));
    await expect(create()).resolves.toBeUndefined();
    server.use(http.post(CREATE, () => jsonResponse(200, body)));
    await expect(create()).rejects.toBeInstanceOf(NetworkError);
  });

  test("is a 204 where no content is due, and no page", async () => {
    const REVOKE = "/api/token/revoke";
    server.use(http.post(REVOKE, () => new Response(null, { status: 204 })));
    await expect(revokeToken("r")).resolves.toBeUndefined();
    server.use(http.post(REVOKE, () => new Response("")));
    await expect(revokeToken("r")).rejects.toBeInstanceOf(NetworkError);
  });

  test("is an error with our message", async () => {
    server.use(
      http.post(CREATE, () => HttpResponse.json({ message: "Not found" }, { status: 404 })),
    );
    await expect(create()).rejects.toMatchObject({ name: "ApiError", status: 404 });
  });

  test.each([413, 429])("may be a proxy's limit: %i", async (status) => {
    const headers = { "content-type": "text/html", "retry-after": "7" };
    server.use(http.post(CREATE, () => new Response("<h1>No</h1>", { status, headers })));
    const error = await create().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, retryAfter: 7, message: "" });
  });

  test("is complete", async () => {
    const headers = { "content-type": "application/json", "content-length": "40" };
    server.use(http.get("/api/userinfo", () => new Response('{"username":"ada"}', { headers })));
    await expect(userInfo()).rejects.toBeInstanceOf(NetworkError);
  });

  test("has the fields that the caller reads", async () => {
    server.use(
      http.get("/api/userinfo", ({ response }) => response(200).json({ toString: 1 } as never)),
    );
    await expect(userInfo()).rejects.toBeInstanceOf(NetworkError);
  });

  test.each(foreignResponses)("is a file, and not %s", async (_, respond) => {
    server.use(http.get("/api/applications/{slug}/cv/{file_name}", onlyAt("/a/cv/a.pdf", respond)));
    await expect(getCv("/api/applications/a/cv/a.pdf")).rejects.toBeInstanceOf(NetworkError);
  });
});

test("sends half an emoji as U+FFFD", async () => {
  server.use(
    http.post(CREATE, ({ response }) => response(201).json({ slug: "s", submitted_at: "" })),
  );
  const sent = recordCalls();
  await create("\ud83d We \ude00 like 😀 it \ud83d");
  expect(sent[0]?.json).toMatchObject({ message: "\ufffd We \ufffd like 😀 it \ufffd" });
});
