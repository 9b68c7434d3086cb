import { beforeEach, describe, expect, test, vi } from "vitest";
import { accessToken, rememberTokens } from "../../test/tokens";

beforeEach(() => void vi.resetModules());

/** Imports a fresh copy of the module, as a newly opened page does. */
async function freshPage() {
  const { storedBearer } = await import("./bearer");
  const { readServerDate } = await import("./clock");
  return { storedBearer, readServerDate };
}

describe("storedBearer", () => {
  test("returns nothing for a visitor", async () => {
    const { storedBearer } = await freshPage();
    expect(storedBearer()).toEqual({});
  });

  test("returns a stored token that is valid, at once", async () => {
    const access = accessToken(60);
    rememberTokens(access);
    const { storedBearer } = await freshPage();
    expect(storedBearer()).toEqual({ authorization: `Bearer ${access}` });
  });

  test("uses the server's clock", async () => {
    const hour = 3600;
    rememberTokens(accessToken(hour / 2));
    const { storedBearer, readServerDate } = await freshPage();
    readServerDate(new Date(Date.now() + hour * 1000).toUTCString());
    expect(storedBearer()).toEqual({});
  });

  test.each(["", "no token", "a.b.c", `a.${btoa("null")}.c`, accessToken(-1)])(
    "omits a malformed or expired token: %j",
    async (access) => {
      rememberTokens(access, "refresh");
      const { storedBearer } = await freshPage();
      expect(storedBearer()).toEqual({});
    },
  );
});
