import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { jsonResponse, mockFetch } from "../../../test/network";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { WaitingDeletions } from "./WaitingDeletions";

const INBOX = "GET /api/inbox/";
const inbox = { consultations: { new: 1 }, applications: { new: 0 }, mail: { failed: 0 } };

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test.each([
  [2400, "2,400 records are"],
  [1, "1 record is"],
])(
  "shows %i waiting records, with the command that confirms their deletion",
  async (waiting, text) => {
    mockFetch({ [INBOX]: () => jsonResponse(200, { ...inbox, retention: { waiting } }) });
    renderWithProviders(<WaitingDeletions />);
    const command = await screen.findByText("agency-server sweep --yes");
    expect(command.parentElement?.textContent).toBe(
      `${text} due for deletion. Ask the operator of the server to confirm it with agency-server sweep --yes.`,
    );
  },
);

test.each([
  ["none wait", { ...inbox, retention: { waiting: 0 } }],
  ["the server knows nothing of it", inbox],
])("shows nothing when %s", async (_, answer) => {
  const sent = mockFetch({ [INBOX]: () => jsonResponse(200, answer) });
  const { client } = renderWithProviders(<WaitingDeletions />);
  await waitFor(() => expect(client.getQueryData(["inbox"])).toEqual(answer));
  expect(sent).toHaveLength(1);
  expect(screen.queryByText(/deletion/)).toBeNull();
});
