import { afterEach, expect, test, vi } from "vitest";
import { mockFetch } from "../../test/network";
import { NetworkError } from "./errors";
import { call } from "./http";

afterEach(() => vi.useRealTimers());

/** Simulates a connection on which no response arrives. */
function hang() {
  mockFetch({
    "GET /api/userinfo/": ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
}

test("fails after 30 seconds without a response", async () => {
  vi.useFakeTimers();
  hang();
  const failed = expect(call("userinfo/")).rejects.toBeInstanceOf(NetworkError);
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
});

test("fails with the caller's reason when the caller aborts", async () => {
  hang();
  const controller = new AbortController();
  const failed = expect(call("userinfo/", { signal: controller.signal })).rejects.toThrow("Left");
  controller.abort(new Error("Left"));
  await failed;
});
