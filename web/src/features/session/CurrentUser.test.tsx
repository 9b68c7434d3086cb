import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { jsonResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import { CurrentUser } from "./CurrentUser";

const USER = "/api/userinfo";
const REFRESH = "/api/token/refresh";

describe("CurrentUser", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows name and email", async () => {
    const user = {
      first_name: "Elena",
      last_name: "Marsh",
      username: "elena",
      email: "e@example.com",
    };
    server.use(http.get(USER, ({ response }) => response(200).json(user)));
    renderWithProviders(<CurrentUser />);
    await screen.findByText("Elena Marsh");
    screen.getByText("e@example.com");
  });

  test("shows the username if there is no name", async () => {
    const user = { first_name: "", last_name: "", username: "elena", email: "" };
    server.use(http.get(USER, ({ response }) => response(200).json(user)));
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
    server.use(
      http.get(USER, () => jsonResponse(status, body)),
      http.post(REFRESH, () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 })),
    );
    const sent = recordCalls();
    renderWithProviders(<CurrentUser />);
    await screen.findByText(message);
    screen.getByText("Guest");
    expect(sent.filter(({ path }) => path.includes("userinfo"))).toHaveLength(1);
  });

  test("retries once when the server is unavailable", async () => {
    server.use(http.get(USER, () => HttpResponse.json({ message: "Away" }, { status: 503 })));
    const sent = recordCalls();
    renderWithProviders(<CurrentUser />);
    await screen.findByText("Away", {}, { timeout: 5000 });
    await waitFor(() => expect(sent).toHaveLength(2));
  });
});
