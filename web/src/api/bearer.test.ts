import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockFetch } from "../../test/network";
import { accessToken, rememberTokens } from "../../test/tokens";

/** The module anew, as a page finds it that has just been opened. */
async function freshPage() {
  vi.resetModules();
  const { storedBearer } = await import("./bearer");
  const { readServerDate } = await import("./clock");
  const { markRejected } = await import("./session");
  return { storedBearer, readServerDate, markRejected };
}

describe("storedBearer", () => {
  beforeEach(() => void mockFetch({}));

  test("is nothing for a visitor", async () => {
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({});
  });

  test("carries a stored token that is good", async () => {
    const access = accessToken(60);
    rememberTokens(access);
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({ authorization: `Bearer ${access}` });
  });

  test("leaves out an expired one, and spends no refresh token for a call that needs none", async () => {
    const sent = mockFetch({});
    rememberTokens(accessToken(-1), "refresh");
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({});
    expect(sent).toEqual([]);
  });

  test("judges by the server's clock", async () => {
    const hour = 3600;
    rememberTokens(accessToken(hour / 2));
    const { storedBearer, readServerDate } = await freshPage();
    readServerDate(new Date(Date.now() + hour * 1000).toUTCString());
    expect(await storedBearer()).toEqual({});
  });

  test.each(["", "no token", "a.b.c"])("leaves out what is none: %j", async (access) => {
    rememberTokens(access, "refresh");
    const { storedBearer } = await freshPage();
    expect(await storedBearer()).toEqual({});
  });

  test("leaves out one that the server has refused", async () => {
    const access = accessToken(60);
    rememberTokens(access);
    const { storedBearer, markRejected } = await freshPage();
    markRejected(access);
    expect(await storedBearer()).toEqual({});
  });
});
