import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";
import { Link } from "~/ui/Link";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { jsonResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import type { Account, ActiveSession } from "~/api/account";
import { staffRules } from "~/rules/load";
import { SecondFactorSection } from "./SecondFactorSection";

const BEGIN = "/api/account/second-factor";
const CONFIRM = "/api/account/second-factor/confirm";
const SESSIONS = "/api/account/sign-ins";
const OFF = "/api/account/second-factor/off";

const off: Account = {
  username: "elena",
  first_name: "Elena",
  last_name: "Marsh",
  email: "e@example.com",
  password_due_at: null,
  password_due: false,
  second_factor_at: null,
  recovery_codes_left: 0,
};
const on = { ...off, second_factor_at: "2026-11-20T10:00:00.000000Z", recovery_codes_left: 1 };
const setup = {
  secret: "GEZD GNBV",
  uri: "otpauth://totp/elena",
  qr: { side: 21, path: "M0 0h1v1h-1z" },
  setup: "c2V0dXA",
};
const here: ActiveSession = {
  id: "a",
  begun_at: "2026-11-20T10:00:00.000000Z",
  refreshed_at: "2026-11-20T10:00:00.000000Z",
  browser: "Firefox on Linux",
  current: true,
};
const codes = Array.from({ length: 8 }, (_, number) => `abcde-fgh2${number}`);

beforeEach(async () => {
  rememberTokens(accessToken(900), "r1");
  await staffRules.load();
});

async function fill(action: string) {
  await userEvent.type(await screen.findByLabelText("Your password"), "not the password");
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: action }));
}

test("turns on with password and code, and shows the recovery codes once", async () => {
  // Provides a clipboard.
  const user = userEvent.setup();
  server.use(
    http.post(BEGIN, ({ response }) => response(200).json(setup)),
    http.get(SESSIONS, ({ response }) => response(200).json({ results: [here] })),
    http.post(CONFIRM, ({ response }) =>
      response(200).json({ recovery_codes: codes, access: accessToken(901), refresh: "r2" }),
    ),
  );
  const sent = recordCalls();
  const { container } = renderWithProviders(<SecondFactorSection account={off} />);
  await userEvent.click(screen.getByRole("button", { name: "Set up" }));
  await screen.findByRole("img", { name: "QR code" });
  screen.getByText("GEZD GNBV");
  expect(screen.getByRole("link").getAttribute("href")).toBe(setup.uri);
  const names = [...container.querySelectorAll("form input")].map((input) => [
    input.getAttribute("name"),
    input.getAttribute("autocomplete"),
  ]);
  expect(names).toEqual([
    ["username", "username"],
    ["current_password", "current-password"],
    ["code", "one-time-code"],
  ]);
  await fill("Turn on");
  await screen.findByText("Two-factor authentication is on.");
  screen.getByText(/^These 8 recovery codes are shown only once\./);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(codes);
  expect(sent.find(({ path }) => path.endsWith("/confirm"))?.json).toEqual({
    current_password: "not the password",
    code: "123456",
    setup: setup.setup,
  });
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  await userEvent.click(screen.getByRole("button", { name: "I've saved my codes" }));
  expect(screen.queryByText(codes[0] ?? "")).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole("heading", { name: "Two-factor authentication" }),
  );
});

/** Returns whether the browser asks before it closes the page. */
const isQuestion = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("keeps new recovery codes until they are saved, and asks before the page closes", async () => {
  server.use(
    http.post("/api/account/second-factor/recovery-codes", ({ response }) =>
      response(200).json({ recovery_codes: codes }),
    ),
  );
  renderWithProviders(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/account">Account</Link>
      <Routes>
        <Route path="/account" element={<SecondFactorSection account={on} />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { at: "/account" },
  );
  await userEvent.click(screen.getByRole("button", { name: "New recovery codes" }));
  await fill("Create new recovery codes");
  await screen.findByText(codes[0] ?? "");
  await userEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(screen.queryByText(codes[0] ?? "")).toBeNull();
  expect(isQuestion()).toBe(true);
  await userEvent.click(screen.getByRole("link", { name: "Account" }));
  await screen.findByText(codes[0] ?? "");
  await userEvent.click(screen.getByRole("button", { name: "I've saved my codes" }));
  await screen.findByRole("button", { name: "New recovery codes" });
  expect(isQuestion()).toBe(false);
});

test("says why it cannot be set up, also after the toast is gone", async () => {
  const message = "Two-factor authentication is already on. Reload the page.";
  server.use(http.post(BEGIN, () => HttpResponse.json({ message }, { status: 409 })));
  renderWithProviders(<SecondFactorSection account={off} />);
  await userEvent.click(screen.getByRole("button", { name: "Set up" }));
  await screen.findByText(message, { selector: "[role=alert]" });
});

test("lists the sessions that it signs out before the form, and continues in a new one", async () => {
  const another = { ...here, id: "b", browser: "Safari on iPhone", current: false };
  const access = accessToken(901);
  server.use(
    http.post(BEGIN, ({ response }) => response(200).json(setup)),
    http.get(SESSIONS, ({ response }) => response(200).json({ results: [here, another] })),
    http.post(CONFIRM, ({ response }) =>
      response(200).json({ recovery_codes: codes, access, refresh: "r2" }),
    ),
  );
  renderWithProviders(<SecondFactorSection account={off} />);
  await userEvent.click(screen.getByRole("button", { name: "Set up" }));
  const summary = await screen.findByText("Your other session will be signed out");
  await userEvent.click(summary);
  const listed = screen.getAllByRole("listitem");
  expect(listed.map(({ textContent }) => textContent?.split(",")[0])).toEqual(["Safari on iPhone"]);
  // Nothing is between the code and its button.
  const form = screen.getByLabelText("Code").closest("form");
  expect(form?.contains(summary)).toBe(false);
  const order = form ? summary.compareDocumentPosition(form) : 0;
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await fill("Turn on");
  await screen.findByText("Two-factor authentication is on.");
  expect(localStorage.getItem("access")).toBe(access);
  expect(localStorage.getItem("refresh")).toBe("r2");
});

test("turns off with password and code, and shows errors at their fields", async () => {
  const errors = { code: "This code is invalid" };
  let response = () => jsonResponse(422, { message: "Some fields need your attention", errors });
  server.use(http.post(OFF, () => response()));
  renderWithProviders(<SecondFactorSection account={on} />);
  screen.getByText(/One recovery code is left/);
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await fill("Turn off");
  await screen.findByText(errors.code);
  expect(document.activeElement).toBe(screen.getByLabelText("Code"));
  response = () => jsonResponse(204);
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await screen.findByText("Two-factor authentication is off.");
});

test("reports that another tab has turned it on, after one call", async () => {
  const message = "Two-factor authentication is already on. Reload the page.";
  server.use(
    http.post(BEGIN, ({ response }) => response(200).json(setup)),
    http.get(SESSIONS, ({ response }) => response(200).json({ results: [here] })),
    http.post(CONFIRM, () => HttpResponse.json({ message }, { status: 409 })),
  );
  const sent = recordCalls();
  renderWithProviders(<SecondFactorSection account={off} />);
  await userEvent.click(screen.getByRole("button", { name: "Set up" }));
  await fill("Turn on");
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(sent.filter(({ path }) => path.endsWith("/confirm"))).toHaveLength(1);
});
