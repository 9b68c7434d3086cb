import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { HttpHandler } from "msw";
import { beforeEach, expect, test } from "vitest";
import { deferred } from "../../../../test/deferred";
import { acted, type ConsultationDetail, record, serveRecord } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { type UntypedResponse } from "../../../../test/responses";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";

const line = () =>
  screen.queryByText(/^Will be deleted|^Overdue for deletion/)?.closest("p")?.textContent;

async function open(found: ConsultationDetail, handlers: HttpHandler[] = []) {
  serveRecord(found, ...handlers);
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await screen.findByText("We need a shop.");
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("shows the deletion date", async () => {
  await open(record({ delete_at: "9027-03-03T12:00:00.000000Z" }));
  expect(line()).toBe("Will be deleted on Mar 3, 9027");
  const day = screen.getByText("Mar 3, 9027");
  expect(day.getAttribute("datetime")).toBe("9027-03-03T12:00:00.000000Z");
});

test("shows a past deletion date as overdue", async () => {
  await open(record({ delete_at: "2025-03-03T12:00:00.000000Z" }));
  expect(line()).toBe("Overdue for deletion since Mar 3, 2025");
});

test("shows no date for a record that is kept", async () => {
  await open(record({ delete_at: null }));
  expect(line()).toBeUndefined();
});

test("hides the date after an action until the server responds", async () => {
  const response = deferred<UntypedResponse>();
  await open(record({ delete_at: "9027-03-03T12:00:00.000000Z" }), [
    http.post("/api/consultations/actions", () => response.promise),
  ]);
  await userEvent.click(await screen.findByRole("button", { name: "Spam" }));
  await waitFor(() => expect(line()).toBeUndefined());
  const moved = { state: "spam" as const, version: 2, delete_at: "9026-04-02T12:00:00.000000Z" };
  await act(async () => response.resolve(acted(record(moved))));
  await waitFor(() => expect(line()).toBe("Will be deleted on Apr 2, 9026"));
});
