import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { InboxResponse } from "~/api/schema";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { recordCalls, server } from "../../../../test/server";
import { WebhookBanner } from "./WebhookBanner";

const INBOX = "/api/inbox";

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("shows how many webhooks failed, and the receiver's answer as text", async () => {
  const webhooks = { failed: 1234, answer: "500 Internal Server Error: <b>no</b>" };
  server.use(http.get(INBOX, ({ response }) => response(200).json(inbox({}, { webhooks }))));
  const { container } = renderWithProviders(<WebhookBanner />);
  await screen.findByText(/could not be sent/);
  expect(container.querySelector("p")?.textContent).toBe(
    "1,234 webhooks about records could not be sent: the last attempt ended with “500 Internal Server Error: <b>no</b>”. " +
      "Nothing is lost. Ask the operator of the server to check the settings with agency-server webhook-test, and to resend " +
      "with agency-server webhook-retry.",
  );
});

test("uses the singular for one webhook", async () => {
  server.use(
    http.get(INBOX, ({ response }) => response(200).json(inbox({}, { webhooks: { failed: 1 } }))),
  );
  renderWithProviders(<WebhookBanner />);
  await screen.findByText(/^A webhook about a record could not be sent\. Nothing is lost/);
});

const { webhooks, ...earlier } = inbox();

test.each([
  ["while none has failed", { ...earlier, webhooks }],
  ["with a server of the previous release", earlier],
])("shows nothing %s", async (_, answer) => {
  server.use(http.get(INBOX, ({ response }) => response(200).json(answer as InboxResponse)));
  const sent = recordCalls();
  const { container } = renderWithProviders(<WebhookBanner />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(container.querySelector("p:not([data-testid])")).toBeNull();
});
