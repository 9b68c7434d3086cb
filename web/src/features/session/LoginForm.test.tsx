import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse } from "msw";
import { beforeAll, describe, expect, test } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import { readNoteDraft, writeNoteDraft } from "./note-drafts";
import { publicRules } from "~/rules/load";
import { LoginForm } from "./LoginForm";

const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";
const LOGIN = "/api/token";
const CODE = "/api/token/second-factor";
const REVOKE = "/api/token/revoke";
const away = () => jsonResponse(503, { message: "Away" });
const tokens = () => ({
  access: localStorage.getItem("access"),
  refresh: localStorage.getItem("refresh"),
});

async function signIn(state: unknown = null) {
  const user = userEvent.setup();
  renderWithProviders(<LoginForm />, { at: { pathname: "/login", state } });
  await user.type(screen.getByLabelText("Username"), "admin");
  await user.type(screen.getByLabelText("Password"), " secret ");
  await user.click(screen.getByRole("button"));
}

const address = () => screen.getByTestId("address").textContent;

describe("LoginForm", () => {
  beforeAll(() => publicRules.load());

  test("requires both fields", async () => {
    const sent = recordCalls();
    renderWithProviders(<LoginForm />);
    await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await screen.findByText("Username is required");
    screen.getByText("Password is required");
    expect(sent).toEqual([]);
  });

  test("asks phones to leave the username as typed", () => {
    renderWithProviders(<LoginForm />);
    const field = screen.getByLabelText("Username");
    expect(field.id).toBe("login-username");
    const names = ["autocomplete", "autocapitalize", "autocorrect", "spellcheck"];
    const attributes = names.map((name) => field.getAttribute(name));
    expect(attributes).toEqual(["username", "none", "off", "false"]);
  });

  test("stores both tokens, confirms, and opens the dashboard", async () => {
    const pair = { access: accessToken(900), refresh: "r1" };
    server.use(http.post(LOGIN, ({ response }) => response(200).json(pair)));
    const sent = recordCalls();
    await signIn();
    await screen.findByText("You Have Successfully Signed In!!");
    expect(tokens()).toEqual(pair);
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(sent[0]?.json).toEqual({ username: "admin", password: " secret " });
  });

  test.each([
    ["can be revoked", () => new Response(null, { status: 204 })],
    ["cannot be revoked", HttpResponse.error],
  ])("ends the former session as well, even if that %s", async (_, revocation) => {
    const pair = { access: accessToken(900), refresh: "r2" };
    server.use(
      http.post(LOGIN, ({ response }) => response(200).json(pair)),
      http.post(REVOKE, revocation),
      http.post("/api/token/refresh", away),
    );
    const sent = recordCalls();
    rememberTokens(accessToken(-1), "r1");
    await signIn();
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(tokens()).toEqual(pair);
    const revoked = sent.filter(({ path }) => path === "/api/token/revoke");
    expect(revoked.map(({ json }) => json)).toEqual([{ refresh: "r1" }]);
  });

  test("keeps only the drafts of the user who signs in", async () => {
    server.use(
      http.post(LOGIN, ({ response }) =>
        response(200).json({ access: accessToken(900), refresh: "r1" }),
      ),
    );
    writeNoteDraft("Admin", "consultations/a", "mine");
    writeNoteDraft("grace", "consultations/a", "hers");
    writeNoteDraft("", "consultations/b", "of an unknown user");
    await signIn();
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(readNoteDraft("Admin", "consultations/a")).toBe("mine");
    expect(readNoteDraft("grace", "consultations/a")).toBe("");
    expect(readNoteDraft("", "consultations/b")).toBe("of an unknown user");
  });

  test("returns to the remembered location", async () => {
    server.use(
      http.post(LOGIN, ({ response }) =>
        response(200).json({ access: accessToken(900), refresh: "r1" }),
      ),
    );
    await signIn({ from: "/dashboard/consultation?page=2" });
    await waitFor(() => expect(address()).toBe("/dashboard/consultation?page=2"));
  });

  test("opens the dashboard for a user who is signed in", async () => {
    rememberTokens(accessToken(900), "r1");
    renderWithProviders(<LoginForm />, { at: { pathname: "/login", state: null } });
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  test("continues when another tab signs in, before or after it opens", async () => {
    const state = { from: "/dashboard/application" };
    const view = renderWithProviders(<LoginForm />, { at: { pathname: "/login", state } });
    rememberTokens(accessToken(900), "r1");
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "access", newValue: "new" })));
    await waitFor(() => expect(address()).toBe("/dashboard/application"));
    view.unmount();
    renderWithProviders(<LoginForm />, { at: { pathname: "/login", state } });
    await waitFor(() => expect(address()).toBe("/dashboard/application"));
  });

  test("continues when the former session can be refreshed again", async () => {
    let response: () => UntypedResponse = away;
    server.use(http.post("/api/token/refresh", () => response()));
    const sent = recordCalls();
    rememberTokens(accessToken(-1), "r1");
    const state = { from: "/dashboard/application" };
    renderWithProviders(<LoginForm />, { at: { pathname: "/login", state } });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(address()).toBe("/login");
    response = () => jsonResponse(200, { access: accessToken(900), refresh: "r2" });
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(address()).toBe("/dashboard/application"));
  });

  test.each([{ access: accessToken(900) }, { refresh: "r1" }, {}, undefined])(
    "stays and stores nothing when the response is incomplete: %o",
    async (body) => {
      server.use(http.post(LOGIN, ({ response }) => response.untyped(jsonResponse(200, body))));
      await signIn();
      await screen.findByText("Invalid response from server", { selector: "form [role=alert]" });
      expect(tokens()).toEqual({ access: null, refresh: null });
      expect(address()).toBe("/login");
    },
  );

  test.each([
    [() => jsonResponse(401, { message: "Invalid Credentials" }), "Invalid Credentials"],
    [() => jsonResponse(401, { message: "" }), "Invalid Credentials"],
    [() => jsonResponse(401, { message: "Authentication failed" }), "Invalid Credentials"],
    [
      () => jsonResponse(429, { message: "Too many attempts" }),
      "Too many attempts",
      "Too many attempts to sign in. Please try again in a moment.",
    ],
    [
      () => jsonResponse(500, { message: "" }),
      "Login failed",
      "Our server is unavailable right now. Nothing you entered is lost. Please try again in a moment.",
    ],
    [() => jsonResponse(200, {} as never), "Invalid response from server"],
    [() => jsonResponse(401, { ok: true }), UNREACHABLE],
    [HttpResponse.error, UNREACHABLE],
  ])(
    "describes why it failed, in the form as well (%#)",
    async (response, message, reason = message) => {
      server.use(http.post(LOGIN, (): UntypedResponse => response()));
      await signIn();
      const line = await screen.findByText(reason, { selector: "form [role=alert]" });
      await screen.findByText(message, { selector: "bdi" });
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(
        false,
      );
      expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("admin");
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Sign In" }));
      server.use(http.post(LOGIN, () => delay("infinite")));
      await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
      expect(line.textContent).toBe("");
    },
  );

  describe("with two-factor authentication", () => {
    const asked = [http.post(LOGIN, ({ response }) => response(200).json({ challenge: "c1" }))];

    test("asks for the code in a field that password managers recognize, without a message before", async () => {
      const pair = { access: accessToken(900), refresh: "r1" };
      server.use(
        http.post(CODE, ({ response }) => response(200).json(pair)),
        ...asked,
      );
      const sent = recordCalls();
      await signIn();
      const field = await screen.findByLabelText<HTMLInputElement>("Code");
      expect(document.activeElement).toBe(field);
      expect([field.autocomplete, field.inputMode]).toEqual(["one-time-code", "numeric"]);
      expect(tokens()).toEqual({ access: null, refresh: null });
      expect(screen.queryByText("You Have Successfully Signed In!!")).toBeNull();
      await userEvent.type(field, "123 456{Enter}");
      await screen.findByText("You Have Successfully Signed In!!");
      await waitFor(() => expect(address()).toBe("/dashboard"));
      expect(sent.at(-1)?.json).toEqual({ challenge: "c1", code: "123 456" });
      expect(tokens()).toEqual(pair);
    });

    test("validates the code, and lets a refused one be corrected", async () => {
      const message = "This code is invalid";
      server.use(
        http.post(CODE, () => HttpResponse.json({ message }, { status: 401 })),
        ...asked,
      );
      const sent = recordCalls();
      await signIn();
      const field = await screen.findByLabelText<HTMLInputElement>("Code");
      await userEvent.type(field, "12{Enter}");
      await screen.findByText("Enter the six digits of your app, or a recovery code");
      await userEvent.type(field, "3456{Enter}");
      expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
      expect(field.value).toBe("123456");
      expect(sent.filter(({ path }) => path.includes("second-factor"))).toHaveLength(1);
      expect(tokens()).toEqual({ access: null, refresh: null });
    });

    test("accepts a recovery code, and leads back to the password", async () => {
      server.use(...asked);
      await signIn();
      await userEvent.click(await screen.findByRole("button", { name: "Sign In" }));
      await waitFor(() => expect(screen.getByLabelText("Code").ariaInvalid).toBe("true"));
      await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
      const field = await screen.findByLabelText<HTMLInputElement>("Recovery code");
      expect(document.activeElement).toBe(field);
      expect([field.inputMode, field.ariaInvalid]).toEqual(["text", "false"]);
      await userEvent.click(screen.getByRole("button", { name: "Start again" }));
      expect(document.activeElement).toBe(screen.getByLabelText("Username"));
      expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
    });
  });
});
