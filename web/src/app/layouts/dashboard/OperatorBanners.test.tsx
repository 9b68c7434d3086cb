import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { InboxResponse } from "~/api/schema";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { server } from "../../../../test/server";
import { OperatorBanners } from "./OperatorBanners";

const resend = (kind: string) =>
  "Nothing is lost. Ask the operator of the server to check the settings with " +
  `agency-server ${kind}-test, and to resend with agency-server ${kind}-retry.`;

beforeEach(() => rememberTokens(accessToken(900), "r1"));

async function show(found: InboxResponse) {
  server.use(http.get("/api/inbox", ({ response }) => response(200).json(found)));
  const { client, container } = renderWithProviders(<OperatorBanners />);
  await waitFor(() => expect(client.getQueryData(["inbox"])).toEqual(found));
  return () => [...container.querySelectorAll("p:not([data-testid])")].map((p) => p.textContent);
}

test.each<[Partial<InboxResponse>, string]>([
  [{ failing_tasks: ["mail"] }, "Background task failing: mail. See the server’s log."],
  [
    { failing_tasks: ["mail", "retention"] },
    "Background tasks failing: mail, retention. See the server’s log.",
  ],
  [{ mail: { failed: 1 } }, `A mail about a record could not be sent. ${resend("mail")}`],
  [
    { mail: { failed: 1234, answer: "550 5.1.1 <b>nobody</b>" } },
    `1,234 mails about records could not be sent: the mail server said “550 5.1.1 <b>nobody</b>”. ${resend("mail")}`,
  ],
  [{ webhooks: { failed: 1 } }, `A webhook about a record could not be sent. ${resend("webhook")}`],
  [
    { webhooks: { failed: 2, answer: "500 <b>no</b>" } },
    `2 webhooks about records could not be sent: the last attempt ended with “500 <b>no</b>”. ${resend("webhook")}`,
  ],
  [
    { retention: { waiting: 1 } },
    "1 record is due for deletion. Ask the operator of the server to confirm it with agency-server sweep --yes.",
  ],
  [
    { retention: { waiting: 2400 } },
    "2,400 records are due for deletion. Ask the operator of the server to confirm it with agency-server sweep --yes.",
  ],
])("says what the operator has to do: %j", async (rest, text) => {
  const texts = await show(inbox({}, rest));
  await screen.findByText(/\.$/, { selector: "p > span" });
  expect(texts()).toEqual([text]);
});

test("shows nothing while nothing has failed", async () => {
  const texts = await show(inbox());
  expect(texts()).toEqual([]);
});
