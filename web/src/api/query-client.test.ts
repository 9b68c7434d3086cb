import { expect, test } from "vitest";
import { mockFetch, jsonResponse } from "../../test/network";
import { call } from "./http";
import { createQueryClient } from "./query-client";

const { retry, retryDelay, refetchOnReconnect, gcTime } =
  createQueryClient().getDefaultOptions().queries ?? {};

async function failure(status?: number): Promise<Error> {
  mockFetch(status ? { "GET /api/x": () => jsonResponse(status) } : {});
  return call("x").catch((error: Error) => error) as Promise<Error>;
}

test.each([[500], [503], [undefined]])(
  "a %s is tried three times more, and no oftener",
  async (status) => {
    const error = await failure(status);
    const tries = [0, 1, 2, 3].map((failures) =>
      (retry as (n: number, e: Error) => boolean)(failures, error),
    );
    expect(tries).toEqual([true, true, true, false]);
  },
);

test.each([[400], [401], [404], [422]])("a %s shows at once", async (status) => {
  expect((retry as (n: number, e: Error) => boolean)(0, await failure(status))).toBe(false);
});

test("what may pass by itself is asked for again once the network is back, and nothing else", async () => {
  const asked = async (status?: number) =>
    (refetchOnReconnect as (query: object) => boolean)({ state: { error: await failure(status) } });
  expect([await asked(), await asked(503), await asked(401)]).toEqual([true, true, false]);
  expect((refetchOnReconnect as (query: object) => boolean)({ state: { error: null } })).toBe(
    false,
  );
});

test("the wait doubles from a second up to thirty, and lists are kept for five minutes", () => {
  const waits = [0, 1, 2, 5].map((n) => (retryDelay as (n: number) => number)(n));
  expect(waits).toEqual([1000, 2000, 4000, 30_000]);
  expect(gcTime).toBe(300_000);
});
