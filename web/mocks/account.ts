import type { AccountEventResponse, PersonResponse } from "~/api/schema";
import { checkForm, usernameKey } from "~/rules/staff";
import { http } from "./http";
import {
  activeSessions,
  endSession,
  endSessions,
  refreshSession,
  sessionOf,
  startSession,
} from "./sessions";

/** The account of the mocks. It exists nowhere else. */
export const credentials = { username: "ada", password: "mock-password-only" };

/** The code of the second factor, once it is turned on. */
const secondFactorCode = "123456";

/** The signed-in admin, as records show them. */
export const me: PersonResponse = { username: credentials.username, name: "Ada Byron" };

/** All admins. */
export const people: PersonResponse[] = [me, { username: "grace", name: "Grace Hopper" }];

const user = {
  username: me.username,
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@agency.example",
};

const CHALLENGE = "mock-challenge";
const BROWSER = "Your browser";

let password = credentials.password;
let secondFactorAt: string | null = null;
let recoveryCodes: string[] = [];
const events: AccountEventResponse[] = [];

addEvent("created", "command");

function addEvent(event: AccountEventResponse["event"], by: AccountEventResponse["by"] = "owner") {
  const browser = by === "owner" ? BROWSER : "";
  events.unshift({ id: events.length + 1, at: new Date().toISOString(), browser, by, event });
}

function newRecoveryCodes(): string[] {
  recoveryCodes = Array.from({ length: 10 }, (_, index) => `mock-${1000 + index}-code`);
  addEvent("recovery codes made");
  return recoveryCodes;
}

/** Ends all sessions and starts a new one. */
function newSession() {
  endSessions(() => true);
  return startSession();
}

const refuseField = (field: string, message: string) => ({ message, errors: { [field]: message } });
const wrongPassword = refuseField("current_password", "Wrong password");
const wrongCode = refuseField("code", "Wrong code");
const unauthorized = { message: "Unauthorized: Invalid or expired token" };

/** The calls that need no session. */
export const signInHandlers = [
  http.post("/api/token", async ({ request, response }) => {
    const form = await request.json();
    const isKnown = usernameKey(form.username.trim()) === user.username;
    if (!isKnown || form.password !== password) {
      return response(401).json({ message: "Invalid Credentials" });
    }
    return response(200).json(secondFactorAt ? { challenge: CHALLENGE } : startSession());
  }),
  http.post("/api/token/second-factor", async ({ request, response }) => {
    const { challenge, code } = await request.json();
    const isRecovery = recoveryCodes.includes(code.trim());
    if (challenge !== CHALLENGE || (code.trim() !== secondFactorCode && !isRecovery)) {
      return response(422).json(wrongCode);
    }
    recoveryCodes = recoveryCodes.filter((each) => each !== code.trim());
    if (isRecovery) addEvent("recovery code used");
    return response(200).json(startSession());
  }),
  http.post("/api/token/refresh", async ({ request, response }) => {
    const pair = refreshSession((await request.json()).refresh);
    return pair ? response(200).json(pair) : response(401).json(unauthorized);
  }),
  http.post("/api/token/revoke", async ({ request, response }) => {
    endSession((await request.json()).refresh);
    return response(204).empty();
  }),
];

/** The calls about the signed-in admin. */
export const accountHandlers = [
  http.get("/api/userinfo", ({ response }) => response(200).json(user)),
  http.get("/api/admins", ({ response }) => response(200).json(people)),
  http.get("/api/account", ({ response }) =>
    response(200).json({
      ...user,
      password_due: false,
      password_due_at: null,
      recovery_codes_left: recoveryCodes.length,
      second_factor_at: secondFactorAt,
    }),
  ),
  http.get("/api/account/events", ({ response }) =>
    response(200).json({ results: events, more: false }),
  ),
  http.get("/api/account/sign-ins", ({ request, response }) => {
    const current = sessionOf(request);
    const results = activeSessions().map(({ id, begunAt }) => ({
      id,
      begun_at: begunAt,
      refreshed_at: begunAt,
      browser: BROWSER,
      current: id === current?.id,
    }));
    return response(200).json({ results });
  }),
  http.post("/api/account/sign-ins/end", async ({ request, response }) => {
    const form = await request.json();
    if (form.current_password !== password) return response(422).json(wrongPassword);
    endSessions(({ id }) => id === form.id);
    addEvent("sign-in ended");
    return response(204).empty();
  }),
  http.post("/api/account/sign-ins/end-others", async ({ request, response }) => {
    const form = await request.json();
    if (form.current_password !== password) return response(422).json(wrongPassword);
    addEvent("other sign-ins ended");
    return response(200).json(newSession());
  }),
  http.post("/api/account/password", async ({ request, response }) => {
    const form = await request.json();
    const [error] = checkForm("password", form);
    if (error) return response(422).json(refuseField(error.field, error.message));
    if (form.current_password !== password) return response(422).json(wrongPassword);
    password = form.new_password;
    addEvent("password changed");
    return response(200).json(newSession());
  }),
  http.post("/api/account/second-factor", ({ response }) =>
    response(200).json({
      setup: "mock-setup",
      secret: "MOCK MOCK MOCK MOCK",
      uri: "otpauth://totp/Mock:ada?secret=MOCKMOCKMOCKMOCK",
      // Not a code that can be scanned: any app would show other numbers than the mock expects.
      qr: { side: 7, path: "M0 0h7v7h-7zM1 1v5h5v-5zM2 2h3v3h-3z" },
    }),
  ),
  http.post("/api/account/second-factor/confirm", async ({ request, response }) => {
    const form = await request.json();
    if (form.current_password !== password) return response(422).json(wrongPassword);
    if (form.code.trim() !== secondFactorCode) return response(422).json(wrongCode);
    secondFactorAt = new Date().toISOString();
    addEvent("second factor on");
    return response(200).json({ ...newSession(), recovery_codes: newRecoveryCodes() });
  }),
  http.post("/api/account/second-factor/recovery-codes", async ({ request, response }) => {
    const form = await request.json();
    if (form.current_password !== password) return response(422).json(wrongPassword);
    if (form.code.trim() !== secondFactorCode) return response(422).json(wrongCode);
    return response(200).json({ recovery_codes: newRecoveryCodes() });
  }),
  http.post("/api/account/second-factor/off", async ({ request, response }) => {
    const form = await request.json();
    if (form.current_password !== password) return response(422).json(wrongPassword);
    secondFactorAt = null;
    recoveryCodes = [];
    addEvent("second factor off");
    return response(204).empty();
  }),
];
