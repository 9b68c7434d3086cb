import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnChunkError, watchLeaving } from "./reload-on-chunk-error";

const lost = new TypeError("Failed to fetch");

beforeEach(() => {
  vi.useFakeTimers();
  // Without a network it throws where it would reload.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  watchLeaving();
});
afterEach(() => vi.useRealTimers());

/** Returns whether a lost script is known as lost at once. */
async function isKnownAtOnce(): Promise<boolean> {
  const settled = vi.fn();
  reloadOnChunkError(lost).catch(settled);
  await vi.advanceTimersByTimeAsync(1);
  return settled.mock.calls.length > 0;
}

test("waits for the next page while this one is being left", async () => {
  dispatchEvent(new Event("beforeunload"));
  expect(await isKnownAtOnce()).toBe(false);
  dispatchEvent(new Event("pageshow"));
  expect(await isKnownAtOnce()).toBe(true);
});

test("forgets a page that was not left, as after a link to an email address", async () => {
  dispatchEvent(new Event("beforeunload"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await isKnownAtOnce()).toBe(true);
});
