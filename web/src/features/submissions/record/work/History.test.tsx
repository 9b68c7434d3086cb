import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ADA, GRACE, historyEntry } from "../../../../../test/records";
import type { HistoryEntry } from "~/api/submissions";
import { History } from "./History";

const ALAN = { username: null, name: "Alan Turing" };

function lines(...entries: HistoryEntry[]) {
  const numbered = entries.map((entry, index) =>
    Object.assign(entry, { at: `2026-03-01T13:${String(index).padStart(2, "0")}:00Z` }),
  );
  const older = { exists: false, isLoading: false, hasFailed: false, load: async () => undefined };
  render(
    <History
      entries={numbered}
      older={older}
      received="2026-03-01T12:00:00Z"
      me={ADA.username}
      labelledBy=""
    />,
  );
  const [, ...items] = screen.getAllByRole("listitem");
  return items.map((item) => item.textContent.replace(/ ?Mar 1, 2026.*M/, ""));
}

test("shows who did what, oldest first", () => {
  expect(
    lines(
      historyEntry("start"),
      historyEntry("finish", { by: ADA }),
      historyEntry("reopen"),
      historyEntry("spam"),
      historyEntry("not_spam"),
      historyEntry("note", { text: "Ring her up" }),
      historyEntry("assign", { to: ADA }),
      historyEntry("assign", { from: ADA, to: GRACE }),
      historyEntry("assign", { by: ADA, to: ALAN }),
      historyEntry("assign", { by: null, from: ALAN, to: null }),
      // Somebody else of the same name, and one whose account was removed.
      historyEntry("finish", { by: { ...ADA, username: "ada2" } }),
      historyEntry("assign", { by: { ...ADA, username: null }, to: { ...ADA, username: "ada2" } }),
      // Renamed since.
      historyEntry("assign", { by: { ...ADA, name: "Ada King" }, to: ADA }),
    ),
  ).toEqual([
    "Grace Hopper started this",
    "You marked this as done",
    "Grace Hopper reopened this",
    "Grace Hopper marked this as spam",
    "Grace Hopper marked this as not spam",
    "Grace HopperRing her up",
    "Grace Hopper assigned this to you",
    "Grace Hopper self-assigned this",
    "You assigned this to Alan Turing",
    "The system unassigned this",
    "Ada Byron marked this as done",
    "Ada Byron assigned this to Ada Byron",
    "You self-assigned this",
  ]);
});

const undone = (action: HistoryEntry["action"], rest: Parameters<typeof historyEntry>[1] = {}) =>
  historyEntry("undo", { undone: action, ...rest });

test("says what was undone", () => {
  expect(
    lines(
      undone("start", { by: ADA }),
      undone("finish"),
      undone("reopen"),
      undone("spam"),
      undone("not_spam"),
      undone("assign", { from: ALAN, to: null }),
      undone("assign", { from: ADA, to: null }),
      undone("assign", { from: GRACE, to: ALAN }),
      undone("assign", { from: null, to: ALAN }),
      historyEntry("undo"),
    ),
  ).toEqual([
    "You undid starting this",
    "Grace Hopper undid marking this as done",
    "Grace Hopper undid reopening this",
    "Grace Hopper undid marking this as spam",
    "Grace Hopper undid marking this as not spam",
    "Grace Hopper undid assigning this to Alan Turing",
    "Grace Hopper undid assigning this to you",
    "Grace Hopper undid self-assigning this",
    "Grace Hopper undid unassigning this",
    "Grace Hopper undid the last change",
  ]);
});

test("isolates the direction of names and notes", () => {
  const OVERRIDE = "\u202e";
  lines(
    historyEntry("note", { by: { username: null, name: `${OVERRIDE}a` }, text: `${OVERRIDE}b` }),
    historyEntry("assign", { to: { username: null, name: `${OVERRIDE}c` } }),
    historyEntry("undo", { undone: "assign", from: { username: null, name: `${OVERRIDE}d` } }),
  );
  for (const isolated of document.querySelectorAll("bdi, [dir=auto]")) isolated.remove();
  expect(document.body.textContent).not.toContain(OVERRIDE);
});
