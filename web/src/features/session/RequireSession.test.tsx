import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { lazy } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deferred } from "../../../test/deferred";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import { liveAccessToken } from "~/api/session";
import { staffClient } from "~/api/staff-client";
import { Link } from "~/ui/Link";
import { notify } from "~/ui/toast/toast";
import { ConnectionBanner } from "./ConnectionBanner";
import { RequireSession } from "./RequireSession";
import { SignOutButton } from "./SignOutButton";

const REFRESH = "/api/token/refresh";

const away = () => jsonResponse(503, { message: "Away" });

function Login() {
  return <p>Login, then {(useLocation().state as { from: string }).from}</p>;
}

/** A page on a slow line. */
const Unloaded = lazy(() => new Promise<never>(() => undefined));

function guarded(at = "/dashboard?page=2") {
  return renderWithProviders(
    <Routes>
      <Route path="/" element={<Unloaded />} />
      <Route path="/login" element={<Login />} />
      <Route
        path="/dashboard"
        element={
          <RequireSession>
            <ConnectionBanner />
            <SignOutButton />
            <p>Inside</p>
            <input aria-label="Note" />
            <Link to="/dashboard?page=3">Next</Link>
          </RequireSession>
        }
      />
    </Routes>,
    { at },
  );
}

describe("RequireSession", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  test("redirects a visitor without a token to the login page and remembers the location", async () => {
    const sent = recordCalls();
    guarded();
    screen.getByText("Checking your session");
    await screen.findByText("Login, then /dashboard?page=2");
    expect(sent).toEqual([]);
  });

  test("admits a valid token without a call", async () => {
    const sent = recordCalls();
    rememberTokens(accessToken(60), "r1");
    guarded();
    await screen.findByText("Inside");
    expect(sent).toEqual([]);
  });

  test("refreshes an expired token first", async () => {
    const response = deferred<UntypedResponse>();
    const fresh = { access: accessToken(900), refresh: "r2" };
    server.use(http.post(REFRESH, () => response.promise));
    const sent = recordCalls();
    rememberTokens(accessToken(-1), "r1");
    guarded();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText("Inside")).toBeNull();
    response.resolve(jsonResponse(200, fresh));
    await screen.findByText("Inside");
    expect(sent[0]?.json).toEqual({ refresh: "r1" });
    expect(localStorage.getItem("access")).toBe(fresh.access);
    expect(localStorage.getItem("refresh")).toBe("r2");
  });

  test("redirects to the login page after a refused refresh", async () => {
    server.use(http.post(REFRESH, () => HttpResponse.json({ message: "No" }, { status: 401 })));
    rememberTokens(accessToken(-1), "r1");
    guarded();
    await screen.findByText(/Login, then/);
    expect(console.error).toHaveBeenCalled();
  });

  test.each([
    ["without a network", HttpResponse.error],
    ["while the server is away", away],
  ])("continues %s as soon as a refresh succeeds", async (_, fail) => {
    let response: () => UntypedResponse = fail;
    server.use(http.post(REFRESH, () => response()));
    rememberTokens(accessToken(-1), "r1");
    guarded();
    await screen.findByText("Connection lost. Retrying…");
    expect(localStorage.getItem("refresh")).toBe("r1");
    response = () => jsonResponse(200, { access: accessToken(900), refresh: "r2" });
    act(() => void dispatchEvent(new Event("online")));
    await screen.findByText("Inside");
    expect(screen.getByTestId("address").textContent).toBe("/dashboard?page=2");
  });

  test("keeps the input while the connection is lost, and shows a banner", async () => {
    let response: () => UntypedResponse = away;
    server.use(http.post(REFRESH, () => response()));
    rememberTokens(accessToken(60), "r1");
    guarded();
    await userEvent.type(await screen.findByLabelText("Note"), "half a");
    rememberTokens(accessToken(-1), "r1");
    await act(() => liveAccessToken().catch(() => undefined));
    await screen.findByText("Connection lost. Retrying…");
    await userEvent.type(screen.getByLabelText("Note"), " note");
    await userEvent.click(screen.getByText("Next"));
    expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("half a note");
    response = () => jsonResponse(200, { access: accessToken(900), refresh: "r2" });
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText("Connection lost. Retrying…")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("half a note");
  });

  test("redirects an expired token without a refresh token to the login page", async () => {
    rememberTokens(accessToken(-1));
    guarded();
    await screen.findByText(/Login, then/);
  });

  test("redirects a malformed token to the login page, and logs it", async () => {
    rememberTokens("no token at all", "r1");
    guarded();
    await screen.findByText(/Login, then/);
    expect(console.error).toHaveBeenCalled();
  });

  test("checks again on every navigation", async () => {
    rememberTokens(accessToken(60), "r1");
    guarded();
    await screen.findByText("Inside");
    act(() => notify("info", "Ada Lovelace"));
    await screen.findByText("Ada Lovelace");
    localStorage.clear();
    await userEvent.click(screen.getByText("Next"));
    await screen.findByText("Login, then /dashboard?page=3");
  });

  test("redirects to the login page when the server ends the session", async () => {
    server.use(http.post(REFRESH, () => HttpResponse.json({ message: "No" }, { status: 401 })));
    rememberTokens(accessToken(60), "r1");
    guarded();
    await screen.findByText("Inside");
    rememberTokens(accessToken(-1), "r1");
    await act(() => liveAccessToken());
    await screen.findByText("Login, then /dashboard?page=2");
  });

  test("redirects to the login page after a refused call without a token", async () => {
    server.use(http.get("/api/userinfo", () => jsonResponse(401, { message: "Unauthorized" })));
    rememberTokens(accessToken(60), "r1");
    guarded();
    await screen.findByText("Inside");
    localStorage.clear();
    await act(() => staffClient.GET("/api/userinfo").catch(() => undefined));
    await screen.findByText("Login, then /dashboard?page=2");
  });

  test("shows nothing after the sign-out while the next page loads", async () => {
    server.use(http.post("/api/token/revoke", ({ response }) => response(204).empty()));
    rememberTokens(accessToken(60), "r1");
    guarded();
    await userEvent.click(await screen.findByRole("button", { name: "Logout" }));
    expect(screen.queryByText("Inside")).toBeNull();
    await screen.findByText("You Have Successfully Signed Out!!");
    screen.getByText("Signing out");
  });

  test("follows the sign-out of another tab", async () => {
    rememberTokens(accessToken(60), "r1");
    guarded();
    await screen.findByText("Inside");
    localStorage.clear();
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "access", newValue: null })));
    await screen.findByText(/Login, then/);
    await waitFor(() => expect(screen.queryByText("Ada Lovelace")).toBeNull());
  });
});
