import { screen, waitFor, within } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "../../../test/deferred";
import { inbox } from "../../../test/records";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import { inboxQuery } from "~/api/inbox";
import { staffRules } from "~/rules/load";
import { AccountView } from "./AccountView";
import { PasswordGate } from "./PasswordGate";

const ACCOUNT = "/api/account";
const SIGN_INS = "/api/account/sign-ins";
const EVENTS = "/api/account/events";
const CHANGE = "/api/account/password";

/** The response to a change that starts a new session. */
const renewed = () => jsonResponse(200, { access: accessToken(902), refresh: "r2" });

const account = {
  username: "elena",
  first_name: "Elena",
  last_name: "Marsh",
  email: "e@example.com",
  password_due_at: null as string | null,
  password_due: false,
  second_factor_at: null as string | null,
  recovery_codes_left: 0,
};
const here = {
  id: "a",
  begun_at: "2026-11-01T10:00:00.000000Z",
  refreshed_at: "2026-11-20T10:00:00.000000Z",
  browser: "Firefox on Linux",
  current: true,
};
const there = { ...here, id: "b", browser: "", current: false };

const shown = [
  http.get(ACCOUNT, ({ response }) => response(200).json(account)),
  http.get(SIGN_INS, ({ response }) => response(200).json({ results: [here, there] })),
  http.get(EVENTS, ({ response }) => response(200).json({ results: [], more: false })),
];

beforeEach(async () => {
  rememberTokens(accessToken(900), "r1");
  await staffRules.load();
});

/** A call that the server refuses while the temporary password has expired. */
function Waiting() {
  const { data } = useQuery(inboxQuery);
  return <p>{data?.consultations?.new ?? "Unknown how many"} are new</p>;
}

async function fill(current: string, next: string) {
  await userEvent.type(await screen.findByLabelText("Current password"), current);
  await userEvent.type(screen.getByLabelText("New password"), next);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
}

test("opening and canceling a form of two-factor authentication loads nothing again", async () => {
  const second_factor_at = "2026-11-20T10:00:00.000000Z";
  server.use(
    http.get(ACCOUNT, ({ response }) => response(200).json({ ...account, second_factor_at })),
    ...shown,
  );
  const sent = recordCalls();
  renderWithProviders(<AccountView />);
  await screen.findByText("No activity yet.");
  await screen.findByText("Unknown browser");
  const calls = sent.length;
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "New recovery codes" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(sent).toHaveLength(calls);
});

describe("password", () => {
  test("has fields that password managers recognize", async () => {
    server.use(...shown);
    const { container } = renderWithProviders(<AccountView />);
    await screen.findByLabelText("New password");
    const names = [...container.querySelectorAll("form input")].map((input) => [
      input.getAttribute("name"),
      input.getAttribute("autocomplete"),
    ]);
    expect(names).toEqual([
      ["username", "username"],
      ["current_password", "current-password"],
      ["new_password", "new-password"],
    ]);
  });

  test("is validated by the rules on submit, then while typing", async () => {
    server.use(...shown);
    const sent = recordCalls();
    renderWithProviders(<AccountView />);
    await fill("not the password", "short");
    await screen.findByText("New password must have at least 12 characters");
    const field = screen.getByLabelText("New password");
    await userEvent.clear(field);
    await userEvent.type(field, "elenaelenaelena");
    await screen.findByText("New password is too similar to your username");
    await userEvent.clear(field);
    await userEvent.type(field, "not the password");
    await screen.findByText("New password must not be the current one");
    await userEvent.type(field, ", but longer");
    expect(screen.queryByText(/^New password must/)).toBeNull();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("updates the error of the new one when the current one changes", async () => {
    server.use(...shown);
    renderWithProviders(<AccountView />);
    await fill("plenty of ink and paper", "plenty of ink and paper");
    await screen.findByText("New password must not be the current one");
    const current = screen.getByLabelText("Current password");
    await userEvent.clear(current);
    await screen.findByText("Current password is required");
    await userEvent.type(current, "not the password");
    await waitFor(() => expect(screen.queryByText(/^New password must not/)).toBeNull());
    // Only a field that has an error is updated before the next submit.
    await userEvent.clear(current);
    await userEvent.type(current, "plenty of ink and paper");
    expect(screen.queryByText(/^New password must not/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Change password" }));
    await screen.findByText("New password must not be the current one");
  });

  test("shows the server's error at the field, and keeps it while another one changes", async () => {
    const message = "This is not your current password";
    const refusal = {
      message: "Some fields need your attention",
      errors: { current_password: message },
    };
    server.use(
      http.post(CHANGE, () => HttpResponse.json(refusal, { status: 422 })),
      ...shown,
    );
    renderWithProviders(<AccountView />);
    await fill("wrong", "plenty of ink and paper");
    await screen.findByText(message);
    expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
    await userEvent.type(screen.getByLabelText("New password"), ", and more");
    screen.getByText(message);
    await userEvent.type(screen.getByLabelText("Current password"), "x");
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  test("is sent with the username, and the change is confirmed", async () => {
    server.use(http.post(CHANGE, renewed), ...shown);
    const sent = recordCalls();
    renderWithProviders(<AccountView />);
    await fill("not the password", "plenty of ink and paper");
    await screen.findByText("Your password was changed. All other sessions were signed out.");
    expect(sent.find(({ method }) => method === "POST")?.json).toEqual({
      username: "elena",
      current_password: "not the password",
      new_password: "plenty of ink and paper",
    });
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("");
  });

  test("reports that another tab has changed it", async () => {
    const message =
      "Your password was changed in another session. Please sign in with the new one.";
    server.use(
      http.post(CHANGE, () => HttpResponse.json({ message }, { status: 409 })),
      ...shown,
    );
    renderWithProviders(<AccountView />);
    await fill("not the password", "plenty of ink and paper");
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).not.toBe("");
  });
});

/** Waits for the sessions and returns that of a browser. */
async function entry(browser: string) {
  const words = await screen.findByText(browser);
  return within(words.closest("li") as HTMLElement);
}

describe("active sessions", () => {
  const END = "/api/account/sign-ins/end";
  const END_OTHERS = "/api/account/sign-ins/end-others";
  const other = { ...here, id: "c", browser: "Safari on iPhone", current: false };

  test("are listed, and one is signed out with the password", async () => {
    let left = [here, there, other];
    const asked = deferred<void>();
    server.use(
      http.post(END, async () => {
        await asked.promise;
        left = [here, other];
        return jsonResponse(204);
      }),
      http.get(SIGN_INS, ({ response }) => response(200).json({ results: left })),
      ...shown,
    );
    const sent = recordCalls();
    const { container } = renderWithProviders(<AccountView />);
    (await entry("Firefox on Linux")).getByText("This device");
    expect((await entry("Firefox on Linux")).queryByRole("button")).toBeNull();
    const ended = await entry("Unknown browser");
    await userEvent.click(ended.getByRole("button", { name: "Sign out" }));
    const field = ended.getByLabelText<HTMLInputElement>("Your password");
    expect(document.activeElement).toBe(field);
    const names = [...container.querySelectorAll("li form input")].map((input) => [
      input.getAttribute("name"),
      input.getAttribute("autocomplete"),
      input.getAttribute("type"),
    ]);
    expect(names).toEqual([
      ["username", "username", "text"],
      ["current_password", "current-password", "password"],
    ]);
    ended.getByRole("group", { name: /Unknown browser/ });
    // A double submit counts once.
    await userEvent.type(field, "not the password");
    await userEvent.dblClick(ended.getByRole("button", { name: "Sign out this session" }));
    asked.resolve();
    await screen.findByText("The session was signed out.");
    await waitFor(() => expect(screen.queryByText("Unknown browser")).toBeNull());
    expect(sent.filter(({ method }) => method === "POST").map(({ json }) => json)).toEqual([
      { id: "b", current_password: "not the password" },
    ]);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Active sessions" }));
    await entry("Safari on iPhone");
    screen.getByRole("button", { name: "Sign out everywhere else" });
  });

  test("except this one are signed out together with the password", async () => {
    let left = [here, there, other];
    server.use(
      http.post(END_OTHERS, () => {
        left = [{ ...here, id: "d" }];
        return renewed();
      }),
      http.get(SIGN_INS, ({ response }) => response(200).json({ results: left })),
      ...shown,
    );
    const sent = recordCalls();
    renderWithProviders(<AccountView />);
    await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
    const group = within(screen.getByRole("group", { name: "All other sessions" }));
    await userEvent.type(group.getByLabelText("Your password"), "not the password{Enter}");
    await screen.findByText("All other sessions were signed out.");
    expect(sent.find(({ method }) => method === "POST")?.json).toEqual({
      current_password: "not the password",
    });
    expect(localStorage.getItem("refresh")).toBe("r2");
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Active sessions" }));
  });

  test("stay when the password is missing or wrong, and so does the input", async () => {
    const message = "This is not your current password";
    const errors = { current_password: message };
    const refusal = { message: "Some fields need your attention", errors };
    let response = (): UntypedResponse => jsonResponse(422, refusal);
    server.use(
      http.post(END, () => response()),
      ...shown,
    );
    const sent = recordCalls();
    renderWithProviders(<AccountView />);
    const ended = await entry("Unknown browser");
    await userEvent.click(ended.getByRole("button", { name: "Sign out" }));
    const field = ended.getByLabelText<HTMLInputElement>("Your password");
    await userEvent.keyboard("{Enter}");
    await ended.findByText("Current password is required");
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.keyboard("wrong{Enter}");
    await ended.findByText(message);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
    response = () => jsonResponse(429, { message: "Too many attempts. Please try again later." });
    await userEvent.keyboard("{Enter}");
    await ended.findByText(/^Too many attempts for your account\./);
    expect(field.value).toBe("wrong");
  });

  test.each(["Sign out", "Sign out everywhere else"])(
    "stay where “%s” is canceled",
    async (name) => {
      server.use(...shown);
      const sent = recordCalls();
      renderWithProviders(<AccountView />);
      await userEvent.click(await screen.findByRole("button", { name }));
      await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
      expect(screen.queryByLabelText("Your password")).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole("button", { name }));
      expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    },
  );
});

describe("temporary password", () => {
  const due = { ...account, password_due_at: "2026-12-22T10:00:00.000000Z" };

  test("is announced in a banner that links to the account", async () => {
    server.use(http.get(ACCOUNT, ({ response }) => response(200).json(due)));
    renderWithProviders(<PasswordGate>the list</PasswordGate>, { at: "/dashboard" });
    const link = await screen.findByRole("link", { name: "Choose a new one" });
    expect(link.getAttribute("href")).toBe("/dashboard/account");
    screen.getByText(/the list/);
  });

  test("opens the account by itself when it has expired", async () => {
    server.use(
      http.get(ACCOUNT, ({ response }) => response(200).json({ ...due, password_due: true })),
    );
    renderWithProviders(<PasswordGate>the page</PasswordGate>, { at: "/dashboard" });
    await screen.findByText(/temporary password has expired/);
    expect(screen.getByTestId("address").textContent).toBe("/dashboard/account");
  });

  test("opens all pages again after an expired one was changed", async () => {
    let isDue = true;
    server.use(
      http.post(CHANGE, () => {
        isDue = false;
        return renewed();
      }),
      http.get("/api/inbox", () =>
        isDue
          ? jsonResponse(403, { message: "Please choose one of your own." })
          : jsonResponse(200, inbox({ new: 7 })),
      ),
      http.get(ACCOUNT, ({ response }) => response(200).json({ ...due, password_due: isDue })),
      ...shown,
    );
    renderWithProviders(
      <>
        <Waiting />
        <AccountView />
      </>,
    );
    await fill("not the password", "plenty of ink and paper");
    await screen.findByText("7 are new");
  });

  test("shows no banner when the user chose the password", async () => {
    server.use(http.get(ACCOUNT, ({ response }) => response(200).json(account)));
    const sent = recordCalls();
    renderWithProviders(<PasswordGate>the list</PasswordGate>, { at: "/dashboard" });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText(/given/)).toBeNull();
  });
});
