import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { http } from "../../mocks/http";
import { jsonResponse } from "../../test/responses";
import { server } from "../../test/server";
import { client } from "./client";
import { createQueryClient } from "./query-client";

const { retry, refetchOnReconnect } = createQueryClient().getDefaultOptions().queries ?? {};

async function failure(status?: number): Promise<Error> {
  server.use(
    http.get(
      "/api/inbox",
      status ? () => jsonResponse(status, { message: "No" }) : HttpResponse.error,
    ),
  );
  return client.GET("/api/inbox").then(
    () => new Error("The call succeeded."),
    (error: Error) => error,
  );
}

test.each([[500], [503], [undefined]])("retries a %s three times", async (status) => {
  const error = await failure(status);
  const tries = [0, 1, 2, 3].map((failures) =>
    (retry as (n: number, e: Error) => boolean)(failures, error),
  );
  expect(tries).toEqual([true, true, true, false]);
});

test.each([[400], [401], [404], [422]])("does not retry a %s", async (status) => {
  expect((retry as (n: number, e: Error) => boolean)(0, await failure(status))).toBe(false);
});

test("refetches only transient failures when the network returns", async () => {
  const asked = async (status?: number) =>
    (refetchOnReconnect as (query: object) => boolean)({ state: { error: await failure(status) } });
  expect([await asked(), await asked(503), await asked(401)]).toEqual([true, true, false]);
  expect((refetchOnReconnect as (query: object) => boolean)({ state: { error: null } })).toBe(
    false,
  );
});
