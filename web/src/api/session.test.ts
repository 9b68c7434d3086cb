import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deferred } from "../../test/deferred";
import { USER as USER_INFO } from "../../test/records";
import { accessToken, rememberTokens } from "../../test/tokens";
import { http } from "../../mocks/http";
import { foreignResponses } from "../../test/foreign-responses";
import { jsonResponse } from "../../test/responses";
import { recordCalls, server } from "../../test/server";
import { changePassword } from "./account";
import { bodyOf } from "./client";
import { readServerDate } from "~/state/clock";
import { ApiError, NetworkError } from "./errors";
import { beginSession, endSession, liveAccessToken, onSessionRefused } from "./session";
import { staffClient } from "./staff-client";
import { storedTokens } from "./tokens";

const REFRESH = "/api/token/refresh";
const USER = "/api/userinfo";
const HOUR = 3_600_000;

const PASSWORDS = { username: "ada", current_password: "old", new_password: "new" };

const userInfo = () => bodyOf(staffClient.GET("/api/userinfo"), { username: "string" });

const refuse = () => jsonResponse(401, { message: "Unauthorized" });

/** Returns the user for this access token, and refuses others. */
const onlyFor =
  (access: string) =>
  ({ request }: { request: Request }) =>
    request.headers.get("authorization") === `Bearer ${access}`
      ? jsonResponse(200, USER_INFO)
      : refuse();

describe("the session", () => {
  beforeEach(() => {
    readServerDate(new Date().toUTCString());
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  test("sends the header while the token is valid", async () => {
    const access = accessToken(60);
    server.use(http.get(USER, ({ response }) => response(200).json(USER_INFO)));
    const sent = recordCalls();
    rememberTokens(access, "r1");
    await userInfo();
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${access}`);
  });

  test("refreshes before a call, not after its failure", async () => {
    const fresh = accessToken(900);
    server.use(
      http.post(REFRESH, ({ response }) => response(200).json({ access: fresh, refresh: "r2" })),
      http.get(USER, ({ response }) => response(200).json(USER_INFO)),
    );
    const sent = recordCalls();
    rememberTokens(accessToken(0), "r1");
    await userInfo();
    expect(sent.map(({ path }) => path)).toEqual(["/api/token/refresh", "/api/userinfo"]);
    expect(sent[1]?.headers.get("authorization")).toBe(`Bearer ${fresh}`);
  });

  test("refreshes once for all waiting calls", async () => {
    server.use(
      http.post(REFRESH, ({ response }) =>
        response(200).json({ access: accessToken(900), refresh: "r2" }),
      ),
      http.get(USER, ({ response }) => response(200).json(USER_INFO)),
    );
    const sent = recordCalls();
    rememberTokens(accessToken(-5), "r1");
    await Promise.all([1, 2, 3].map(() => userInfo()));
    expect(sent.filter(({ path }) => path.includes("refresh"))).toHaveLength(1);
  });

  test("omits the header without a session", async () => {
    server.use(
      http.get(USER, () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 })),
    );
    const sent = recordCalls();
    await expect(userInfo()).rejects.toThrow("Unauthorized");
    expect(sent[0]?.headers.get("authorization")).toBeNull();
  });

  test("clears the tokens when the server refuses the refresh", async () => {
    server.use(http.post(REFRESH, () => HttpResponse.json({ message: "No" }, { status: 401 })));
    rememberTokens(accessToken(-5), "r1");
    await expect(liveAccessToken()).resolves.toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  test("keeps the tokens when the refresh gets no response", async () => {
    server.use(http.post(REFRESH, () => HttpResponse.error()));
    rememberTokens(accessToken(-5), "r1");
    await expect(liveAccessToken()).rejects.toBeInstanceOf(NetworkError);
    expect(localStorage.getItem("refresh")).toBe("r1");
  });

  test("stays signed out when a refresh arrives after the logout", async () => {
    server.use(
      http.post(REFRESH, () => {
        endSession();
        return jsonResponse(200, { access: accessToken(900), refresh: "r2" });
      }),
    );
    rememberTokens(accessToken(-5), "r1");
    await expect(liveAccessToken()).resolves.toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  test.each(foreignResponses)("survives a refresh that %s sends", async (_, respond) => {
    server.use(http.post(REFRESH, respond));
    rememberTokens(accessToken(-5), "r1");
    await expect(liveAccessToken()).rejects.toBeInstanceOf(NetworkError);
    expect(localStorage.getItem("refresh")).toBe("r1");
  });

  test.each(foreignResponses)("survives a call that %s sends", async (_, respond) => {
    const access = accessToken(900);
    server.use(http.get(USER, respond));
    const sent = recordCalls();
    rememberTokens(access, "r1");
    await expect(userInfo()).rejects.toBeInstanceOf(NetworkError);
    expect(sent).toHaveLength(1);
    expect(storedTokens()).toEqual({ access, refresh: "r1" });
  });

  test.each([200, 401])(
    "uses the pair that another tab stored during the refresh, after a %i",
    async (status) => {
      const theirs = accessToken(900);
      server.use(
        http.post(REFRESH, () => {
          rememberTokens(theirs, "r2");
          return status === 200
            ? jsonResponse(200, { access: accessToken(901), refresh: "r3" })
            : jsonResponse(401, { message: "Unauthorized" });
        }),
      );
      rememberTokens(accessToken(-5), "r1");
      await expect(liveAccessToken()).resolves.toBe(theirs);
      expect(localStorage.getItem("refresh")).toBe("r2");
    },
  );

  test.each([
    ["denied", () => vi.spyOn(globalThis, "localStorage", "get")],
    ["full", () => vi.spyOn(Storage.prototype, "setItem")],
  ])("lasts as long as the page when the browser's storage is %s", async (_, access) => {
    const broken = access().mockImplementation(() => {
      throw new DOMException("No storage", "SecurityError");
    });
    const token = accessToken(60);
    beginSession({ access: token, refresh: "r1" });
    await expect(liveAccessToken()).resolves.toBe(token);
    expect(endSession()).toBe("r1");
    await expect(liveAccessToken()).resolves.toBeUndefined();
    broken.mockRestore();
  });

  describe("replaced by a call", () => {
    const CHANGE = "/api/account/password";
    const REVOKE = "/api/token/revoke";

    test("continues with the new tokens", async () => {
      const access = accessToken(902);
      server.use(
        http.post(CHANGE, ({ response }) => response(200).json({ access, refresh: "r2" })),
        http.get(USER, onlyFor(access)),
      );
      rememberTokens(accessToken(60), "r1");
      await changePassword(PASSWORDS);
      expect(localStorage.getItem("refresh")).toBe("r2");
      await expect(userInfo()).resolves.toEqual(USER_INFO);
    });

    test("keeps the user signed in while another call is under way with the former token", async () => {
      const access = accessToken(903);
      const changed = deferred<void>();
      server.use(
        http.post(CHANGE, async () => {
          await changed.promise;
          return jsonResponse(200, { access, refresh: "r2" });
        }),
        http.get(USER, onlyFor(access)),
        http.post(REFRESH, () =>
          HttpResponse.json({ message: "Your session has ended." }, { status: 401 }),
        ),
      );
      const sent = recordCalls();
      const refused = vi.fn();
      const stop = onSessionRefused(refused);
      rememberTokens(accessToken(64), "r1");
      const change = changePassword(PASSWORDS);
      // The server has ended the session, and its response is still on its way.
      const user = userInfo();
      await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/userinfo"));
      changed.resolve();
      await change;
      await expect(user).resolves.toEqual(USER_INFO);
      stop();
      expect(refused).not.toHaveBeenCalled();
      expect(sent.filter(({ path }) => path.includes("refresh"))).toEqual([]);
      expect(localStorage.getItem("refresh")).toBe("r2");
    });

    test("is refreshed before the call when it is due", async () => {
      const access = accessToken(904);
      server.use(
        http.post(REFRESH, ({ response }) =>
          response(200).json({ access: accessToken(900), refresh: "r2" }),
        ),
        http.post(CHANGE, ({ response }) => response(200).json({ access, refresh: "r3" })),
      );
      const sent = recordCalls();
      rememberTokens(accessToken(-5), "r1");
      await changePassword(PASSWORDS);
      expect(sent.map(({ path }) => path)).toEqual(["/api/token/refresh", "/api/account/password"]);
      expect(localStorage.getItem("access")).toBe(access);
    });

    test.each([
      ["the call is refused", () => jsonResponse(422, { message: "No" })],
      ["the call gets no response", HttpResponse.error],
    ])("stays as it was when %s", async (_, response) => {
      server.use(http.post(CHANGE, response));
      rememberTokens(accessToken(65), "r1");
      await expect(changePassword(PASSWORDS)).rejects.toThrow();
      expect(localStorage.getItem("refresh")).toBe("r1");
    });

    test("is revoked when the user signed out in the meantime", async () => {
      server.use(
        http.post(CHANGE, () => {
          endSession();
          return jsonResponse(200, { access: accessToken(905), refresh: "r2" });
        }),
        http.post(REVOKE, ({ response }) => response(204).empty()),
      );
      const sent = recordCalls();
      rememberTokens(accessToken(67), "r1");
      await changePassword(PASSWORDS);
      expect(localStorage).toHaveLength(0);
      await vi.waitFor(() => expect(sent.at(-1)?.json).toEqual({ refresh: "r2" }));
    });
  });

  describe("on a device with a wrong clock", () => {
    test("accepts a token that looks expired after one response when the clock is an hour fast", async () => {
      const serverTime = Date.now() - HOUR;
      const fresh = accessToken(900, serverTime);
      server.use(
        http.post(REFRESH, () =>
          jsonResponse(200, { access: fresh, refresh: "r2" }, new Date(serverTime)),
        ),
        http.get(USER, () => jsonResponse(200, USER_INFO, new Date(serverTime))),
      );
      const sent = recordCalls();
      rememberTokens(accessToken(600, serverTime), "r1");
      await userInfo();
      await userInfo();
      expect(sent.filter(({ path }) => path.includes("refresh"))).toHaveLength(1);
    });

    test("corrects the clock after a refusal and repeats the call when it is an hour slow", async () => {
      const serverTime = Date.now() + HOUR;
      const stale = accessToken(-60, serverTime);
      const fresh = accessToken(900, serverTime);
      server.use(
        http.post(REFRESH, () =>
          jsonResponse(200, { access: fresh, refresh: "r2" }, new Date(serverTime)),
        ),
        http.get(USER, ({ request }) =>
          request.headers.get("authorization") === `Bearer ${fresh}`
            ? jsonResponse(200, USER_INFO, new Date(serverTime))
            : jsonResponse(401, { message: "Unauthorized" }, new Date(serverTime)),
        ),
      );
      const sent = recordCalls();
      rememberTokens(stale, "r1");
      await expect(userInfo()).resolves.toEqual(USER_INFO);
      expect(sent).toHaveLength(3);
    });
  });

  describe("with a valid token that the server refuses", () => {
    test("refreshes once for all calls and repeats them", async () => {
      const fresh = accessToken(900);
      server.use(
        http.post(REFRESH, ({ response }) => response(200).json({ access: fresh, refresh: "r2" })),
        http.get(USER, onlyFor(fresh)),
      );
      const sent = recordCalls();
      rememberTokens(accessToken(60), "r1");
      await Promise.all([userInfo(), userInfo()]);
      expect(sent.filter(({ path }) => path.includes("refresh"))).toHaveLength(1);
      expect(localStorage.getItem("refresh")).toBe("r2");
    });

    test("ends when the refresh is refused as well", async () => {
      server.use(
        http.get(USER, refuse),
        http.post(REFRESH, () => HttpResponse.json({ message: "No" }, { status: 401 })),
      );
      const sent = recordCalls();
      rememberTokens(accessToken(61), "r1");
      await expect(userInfo()).rejects.toThrow("Unauthorized");
      expect(sent.map(({ path }) => path)).toEqual(["/api/userinfo", "/api/token/refresh"]);
      expect(localStorage).toHaveLength(0);
    });

    test("ends without a refresh token", async () => {
      server.use(http.get(USER, refuse));
      const sent = recordCalls();
      rememberTokens(accessToken(62));
      await expect(userInfo()).rejects.toBeInstanceOf(ApiError);
      await expect(liveAccessToken()).resolves.toBeUndefined();
      expect(sent).toHaveLength(1);
    });

    test("does not try a third time", async () => {
      server.use(
        http.get(USER, refuse),
        http.post(REFRESH, ({ response }) =>
          response(200).json({ access: accessToken(900), refresh: "r2" }),
        ),
      );
      const sent = recordCalls();
      rememberTokens(accessToken(63), "r1");
      await expect(userInfo()).rejects.toThrow("Unauthorized");
      expect(sent).toHaveLength(3);
    });
  });
});
