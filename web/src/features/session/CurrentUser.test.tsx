import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { answerCalls, reply } from "../../../test/network";
import { show } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { CurrentUser } from "./CurrentUser";

const USER = "GET /api/userinfo/";
const REFRESH = "POST /api/token/refresh/";

describe("CurrentUser", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows name and e-mail", async () => {
    const user = {
      first_name: "Elena",
      last_name: "Marsh",
      username: "elena",
      email: "e@example.com",
    };
    answerCalls({ [USER]: () => reply(200, user) });
    show(<CurrentUser />);
    await screen.findByText("Elena Marsh");
    screen.getByText("e@example.com");
  });

  test("shows the user name of whoever has no other", async () => {
    const user = { first_name: "", last_name: "", username: "elena", email: "" };
    answerCalls({ [USER]: () => reply(200, user) });
    show(<CurrentUser />);
    await screen.findByText("elena");
  });

  test.each([
    [
      { message: "Unauthorized: Invalid or expired token" },
      401,
      "Unauthorized: Invalid or expired token",
    ],
    [undefined, 401, "Unauthorized: Invalid or expired token"],
    [{ message: "Token expired" }, 401, "Unauthorized: Invalid or expired token"],
    [undefined, 403, "Failed to fetch user info"],
  ])("is Guest when the user is not known, and says why", async (body, status, message) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const sent = answerCalls({ [USER]: () => reply(status, body), [REFRESH]: () => reply(401) });
    show(<CurrentUser />);
    await screen.findByText(message);
    screen.getByText("Guest");
    expect(sent.filter(({ path }) => path.includes("userinfo"))).toHaveLength(1);
  });

  test("tries a second time when the server is away, and no more", async () => {
    const sent = answerCalls({ [USER]: () => reply(503, { message: "Away" }) });
    show(<CurrentUser />);
    await screen.findByText("Away", {}, { timeout: 5000 });
    await waitFor(() => expect(sent).toHaveLength(2));
  });
});
