import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { deferred } from "../../../../test/deferred";
import { jsonResponse } from "../../../../test/network";
import { ACTIONS, record, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";

const line = () => screen.queryByText(/be deleted/)?.textContent;

async function open(found: object, answers = {}) {
  serve(found, answers);
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await screen.findByText("We need a shop.");
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("a record tells the day on which it is deleted", async () => {
  await open(record({ delete_at: "9027-03-03T12:00:00.000000Z" }));
  expect(line()).toBe("Will be deleted on Mar 3, 9027");
  const day = screen.getByText("Mar 3, 9027");
  expect(day.getAttribute("datetime")).toBe("9027-03-03T12:00:00.000000Z");
});

test("a day that is over is not told as one to come", async () => {
  await open(record({ delete_at: "2025-03-03T12:00:00.000000Z" }));
  expect(line()).toBe("Due to be deleted since Mar 3, 2025");
});

test.each([
  ["is kept for ever", record({ delete_at: null })],
  ["came from a server that knows of no day", record()],
])("a record that %s tells none", async (_, found) => {
  await open(found);
  expect(line()).toBeUndefined();
});

test("what moves a record leaves its day to the server", async () => {
  const answer = deferred<Response>();
  await open(record({ delete_at: "9027-03-03T12:00:00.000000Z" }), {
    [ACTIONS]: () => answer.promise,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Spam" }));
  await waitFor(() => expect(line()).toBeUndefined());
  const moved = { state: "spam" as const, version: 2, delete_at: "9026-04-02T12:00:00.000000Z" };
  await act(async () => answer.resolve(jsonResponse(200, record(moved))));
  await waitFor(() => expect(line()).toBe("Will be deleted on Apr 2, 9026"));
});
