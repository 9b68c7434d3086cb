import { describe, expect, test, vi } from "vitest";
import { accessToken, rememberTokens } from "../../test/tokens";
import { recordCalls } from "../../test/server";

/** Imports a fresh copy of the module, as a newly opened page does. */
async function freshPage() {
  vi.resetModules();
  const { storedBearer } = await import("./bearer");
  const { readServerDate } = await import("~/state/clock");
  const { markRejected } = await import("./session");
  return { storedBearer, readServerDate, markRejected };
}

describe("storedBearer", () => {
  test("returns nothing for a visitor", async () => {
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({});
  });

  test("returns a stored token that is valid", async () => {
    const access = accessToken(60);
    rememberTokens(access);
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({ authorization: `Bearer ${access}` });
  });

  test("omits an expired token without spending the refresh token", async () => {
    const sent = recordCalls();
    rememberTokens(accessToken(-1), "refresh");
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({});
    expect(sent).toEqual([]);
  });

  test("uses the server's clock", async () => {
    const hour = 3600;
    rememberTokens(accessToken(hour / 2));
    const { storedBearer, readServerDate } = await freshPage();
    readServerDate(new Date(Date.now() + hour * 1000).toUTCString());
    expect(await storedBearer()).toEqual({});
  });

  test.each(["", "no token", "a.b.c"])("omits a malformed token: %j", async (access) => {
    rememberTokens(access, "refresh");
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({});
  });

  test("omits a token that the server has refused", async () => {
    const access = accessToken(60);
    rememberTokens(access);
    const { storedBearer, markRejected } = await freshPage();
    markRejected(access);
    expect(await storedBearer()).toEqual({});
  });
});
