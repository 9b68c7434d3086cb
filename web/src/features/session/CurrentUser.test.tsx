import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockFetch, jsonResponse } from "../../../test/network";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { CurrentUser } from "./CurrentUser";

const USER = "GET /api/userinfo";
const REFRESH = "POST /api/token/refresh";

describe("CurrentUser", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows name and email", async () => {
    const user = {
      first_name: "Elena",
      last_name: "Marsh",
      username: "elena",
      email: "e@example.com",
    };
    mockFetch({ [USER]: () => jsonResponse(200, user) });
    renderWithProviders(<CurrentUser />);
    await screen.findByText("Elena Marsh");
    screen.getByText("e@example.com");
  });

  test("shows the username if there is no name", async () => {
    const user = { first_name: "", last_name: "", username: "elena", email: "" };
    mockFetch({ [USER]: () => jsonResponse(200, user) });
    renderWithProviders(<CurrentUser />);
    await screen.findByText("elena");
  });

  test.each([
    [
      { message: "Unauthorized: Invalid or expired token" },
      401,
      "Unauthorized: Invalid or expired token",
    ],
    [{ message: "" }, 401, "Unauthorized: Invalid or expired token"],
    [{ message: "Token expired" }, 401, "Unauthorized: Invalid or expired token"],
    [{ message: "" }, 403, "Failed to fetch user info"],
  ])("shows Guest if the user cannot be loaded, and reports why", async (body, status, message) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const sent = mockFetch({
      [USER]: () => jsonResponse(status, body),
      [REFRESH]: () => jsonResponse(401, { message: "Unauthorized" }),
    });
    renderWithProviders(<CurrentUser />);
    await screen.findByText(message);
    screen.getByText("Guest");
    expect(sent.filter(({ path }) => path.includes("userinfo"))).toHaveLength(1);
  });

  test("retries once when the server is unavailable", async () => {
    const sent = mockFetch({ [USER]: () => jsonResponse(503, { message: "Away" }) });
    renderWithProviders(<CurrentUser />);
    await screen.findByText("Away", {}, { timeout: 5000 });
    await waitFor(() => expect(sent).toHaveLength(2));
  });
});
