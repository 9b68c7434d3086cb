import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { server } from "../../../../test/server";
import { FailingTasks } from "./FailingTasks";

const INBOX = "/api/inbox";

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test.each([
  [["mail"], "Background task failing: mail. See the server’s log."],
  [["mail", "retention"], "Background tasks failing: mail, retention. See the server’s log."],
])("names %j", async (tasks, text) => {
  server.use(
    http.get(INBOX, ({ response }) => response(200).json(inbox({}, { failing_tasks: tasks }))),
  );
  renderWithProviders(<FailingTasks />);
  expect((await screen.findByText(/failing/)).textContent).toBe(text);
});

const { failing_tasks: _, ...older } = inbox();

test.each([
  ["no task fails", inbox()],
  ["an older server does not report them", older],
])("shows nothing when %s", async (_name, found) => {
  server.use(http.get(INBOX, ({ response }) => response.untyped(Response.json(found))));
  const { client } = renderWithProviders(<FailingTasks />);
  await waitFor(() => expect(client.getQueryData(["inbox"])).toEqual(found));
  expect(screen.queryByText(/failing/)).toBeNull();
});
