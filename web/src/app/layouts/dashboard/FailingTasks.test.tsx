import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { foreignResponse, jsonResponse, mockFetch } from "../../../../test/network";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { FailingTasks } from "./FailingTasks";

const INBOX = "GET /api/inbox";

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test.each([
  [["mail"], "Background task failing: mail. See the server’s log."],
  [["mail", "retention"], "Background tasks failing: mail, retention. See the server’s log."],
])("names %j", async (tasks, text) => {
  mockFetch({ [INBOX]: () => jsonResponse(200, inbox({}, { failing_tasks: tasks })) });
  renderWithProviders(<FailingTasks />);
  expect((await screen.findByText(/failing/)).textContent).toBe(text);
});

const { failing_tasks: _, ...older } = inbox();

test.each([
  ["no task fails", inbox()],
  ["an older server does not report them", older],
])("shows nothing when %s", async (_name, response) => {
  mockFetch({ [INBOX]: () => foreignResponse(200, response) });
  const { client } = renderWithProviders(<FailingTasks />);
  await waitFor(() => expect(client.getQueryData(["inbox"])).toEqual(response));
  expect(screen.queryByText(/failing/)).toBeNull();
});
