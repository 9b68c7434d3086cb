import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { renderInDashboard } from "../../../../../test/dashboard";
import { historyEntry, record, serve, serveRecord } from "../../../../../test/records";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import { jsonResponse } from "../../../../../test/responses";
import { onlyAt } from "../../../../../test/server";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionDetail } from "../SubmissionDetail";

const notes = (...numbers: number[]) =>
  numbers.map((number) =>
    historyEntry("note", { at: `2026-03-01T13:00:${number}.000000Z`, text: `Note ${number}` }),
  );
const shownNotes = () => screen.getAllByText(/^Note \d+$/).map(({ textContent }) => textContent);
const showOlder = () => screen.findByRole("button", { name: "Show older" });
/** Refetches the record, as polling does. */
const poll = () => act(() => void dispatchEvent(new Event("visibilitychange")));

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("shows older events page by page, and keeps them through polls and actions", async () => {
  let found = { ...record(), history: notes(30, 31), history_before: 30 };
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(found)),
    ),
    http.get(
      "/api/consultations/{key}/history",
      onlyAt("/abc/history?before=30", ({ response }) =>
        response(200).json({ history: notes(20, 21), history_before: 20 }),
      ),
    ),
    http.get(
      "/api/consultations/{key}/history",
      onlyAt("/abc/history?before=20", ({ response }) =>
        response(200).json({ history: notes(10) }),
      ),
    ),
    http.post(
      "/api/consultations/{key}/actions",
      onlyAt("/abc/actions", ({ response }) =>
        response(200).json({ ...found, history: notes(32, 33), history_before: 32, version: 2 }),
      ),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await userEvent.click(await showOlder());
  await screen.findByText("Note 20");
  expect(screen.queryByText("Received")).toBeNull();
  await userEvent.click(await showOlder());
  await screen.findByText("Note 10");
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("list", { name: "Notes and history" }));
  screen.getByText("Received");

  found = { ...found, history: notes(31, 32), history_before: 31 };
  poll();
  await screen.findByText("Note 32");
  expect(shownNotes()).toEqual(["10", "20", "21", "30", "31", "32"].map((each) => `Note ${each}`));

  await userEvent.type(screen.getByLabelText("Note"), "Note 33");
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  await screen.findByText("Note 33", { selector: "li *" });
  await screen.findByText("Note 10");
  expect(shownNotes()).toHaveLength(7);
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("drops loaded events that are no longer adjacent", async () => {
  let found = { ...record(), history: notes(30, 31), history_before: 30 };
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(found)),
    ),
    http.get(
      "/api/consultations/{key}/history",
      onlyAt("/abc/history?before=30", ({ response }) =>
        response(200).json({ history: notes(20) }),
      ),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await userEvent.click(await showOlder());
  await screen.findByText("Note 20");
  found = { ...found, history: notes(50, 51), history_before: 50 };
  poll();
  await screen.findByText("Note 51");
  expect(shownNotes()).toEqual(["Note 50", "Note 51"]);
  await showOlder();
});

test("reports older events that fail to load, and retries", async () => {
  let fails = true;
  serveRecord(
    record({ history: notes(30), history_before: 30 }),
    http.get(
      "/api/consultations/{key}/history",
      onlyAt("/abc/history?before=30", () =>
        fails ? jsonResponse(500) : jsonResponse(200, { history: notes(20) }),
      ),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await userEvent.click(await showOlder());
  await screen.findByText("Couldn't load older activity. Try again.");
  fails = false;
  await userEvent.click(await showOlder());
  await screen.findByText("Note 20");
  expect(screen.queryByText("Couldn't load older activity. Try again.")).toBeNull();
});
