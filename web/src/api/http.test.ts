import { afterEach, expect, test, vi } from "vitest";
import { mockFetch } from "../../test/network";
import { NetworkError } from "./errors";
import { call } from "./http";

afterEach(() => vi.useRealTimers());

/** A line on which no answer ever comes. */
function hang() {
  mockFetch({
    "GET /api/userinfo/": ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
}

test("a call without an answer fails after half a minute", async () => {
  vi.useFakeTimers();
  hang();
  const failed = expect(call("userinfo/")).rejects.toBeInstanceOf(NetworkError);
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
});

test("a call that its caller ends fails with the caller's reason", async () => {
  hang();
  const controller = new AbortController();
  const failed = expect(call("userinfo/", { signal: controller.signal })).rejects.toThrow("Left");
  controller.abort(new Error("Left"));
  await failed;
});
