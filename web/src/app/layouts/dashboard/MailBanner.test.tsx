import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { recordCalls, server } from "../../../../test/server";
import { MailBanner } from "./MailBanner";

const INBOX = "/api/inbox";
const failures = (mail: { failed: number; answer?: string }) => [
  http.get(INBOX, ({ response }) => response(200).json(inbox({}, { mail }))),
];

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("shows how many mails failed, and the mail server's error as text", async () => {
  server.use(...failures({ failed: 1234, answer: "550 5.1.1 <b>nobody</b>" }));
  const { container } = renderWithProviders(<MailBanner />);
  await screen.findByText(/could not be sent/);
  expect(container.querySelector("p")?.textContent).toBe(
    "1,234 mails about records could not be sent: the mail server said “550 5.1.1 <b>nobody</b>”. Nothing is lost. " +
      "Ask the operator of the server to check the settings with agency-server mail-test, and to resend with agency-server mail-retry.",
  );
});

test("uses the singular for one mail", async () => {
  server.use(...failures({ failed: 1 }));
  renderWithProviders(<MailBanner />);
  await screen.findByText(/^A mail about a record could not be sent\. Nothing is lost/);
});

test("shows nothing while no mail has failed", async () => {
  server.use(...failures({ failed: 0 }));
  const sent = recordCalls();
  const { container } = renderWithProviders(<MailBanner />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(container.querySelector("p:not([data-testid])")).toBeNull();
});
