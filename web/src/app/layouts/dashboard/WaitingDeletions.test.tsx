import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { recordCalls, server } from "../../../../test/server";
import { WaitingDeletions } from "./WaitingDeletions";

const INBOX = "/api/inbox";

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test.each([
  [2400, "2,400 records are"],
  [1, "1 record is"],
])(
  "shows %i waiting records, with the command that confirms their deletion",
  async (waiting, text) => {
    server.use(
      http.get(INBOX, ({ response }) => response(200).json(inbox({}, { retention: { waiting } }))),
    );
    renderWithProviders(<WaitingDeletions />);
    const command = await screen.findByText("agency-server sweep --yes");
    expect(command.parentElement?.textContent).toBe(
      `${text} due for deletion. Ask the operator of the server to confirm it with agency-server sweep --yes.`,
    );
  },
);

const { retention: _, ...older } = inbox();

test.each([
  ["none wait", inbox()],
  ["an older server does not report them", older],
])("shows nothing when %s", async (_name, found) => {
  server.use(http.get(INBOX, ({ response }) => response.untyped(Response.json(found))));
  const sent = recordCalls();
  const { client } = renderWithProviders(<WaitingDeletions />);
  await waitFor(() => expect(client.getQueryData(["inbox"])).toEqual(found));
  expect(sent).toHaveLength(1);
  expect(screen.queryByText(/deletion/)).toBeNull();
});
