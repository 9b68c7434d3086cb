import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { historyEntry } from "../../../../../test/records";
import type { HistoryEntry } from "~/api/submissions";
import { History } from "./History";

function lines(...entries: HistoryEntry[]) {
  const numbered = entries.map((entry, index) =>
    Object.assign(entry, { at: `2026-03-01T13:0${index}:00Z` }),
  );
  const older = { exists: false, isLoading: false, hasFailed: false, load: async () => undefined };
  render(
    <History
      entries={numbered}
      older={older}
      received="2026-03-01T12:00:00Z"
      me="Ada Byron"
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
      historyEntry("finish", { by: "Ada Byron" }),
      historyEntry("reopen"),
      historyEntry("spam"),
      historyEntry("not_spam"),
      historyEntry("note", { text: "Ring her up" }),
      historyEntry("assign", { to: "Ada Byron" }),
      historyEntry("assign", { from: "Ada Byron", to: "Grace Hopper" }),
      historyEntry("assign", { by: "Ada Byron", to: "Alan Turing" }),
      historyEntry("assign", { by: null, from: "Alan Turing", to: null }),
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
  ]);
});

const undone = (action: HistoryEntry["action"], rest: Partial<HistoryEntry> = {}) =>
  historyEntry("undo", { undone: action, ...rest });

test("says what was undone", () => {
  expect(
    lines(
      undone("start", { by: "Ada Byron" }),
      undone("finish"),
      undone("reopen"),
      undone("spam"),
      undone("not_spam"),
      undone("assign", { from: "Alan Turing", to: null }),
      undone("assign", { from: "Ada Byron", to: null }),
      undone("assign", { from: "Grace Hopper", to: "Alan Turing" }),
      undone("assign", { from: null, to: "Alan Turing" }),
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
    historyEntry("note", { by: `${OVERRIDE}a`, text: `${OVERRIDE}b` }),
    historyEntry("assign", { to: `${OVERRIDE}c` }),
    historyEntry("undo", { undone: "assign", from: `${OVERRIDE}d` }),
  );
  for (const isolated of document.querySelectorAll("bdi, [dir=auto]")) isolated.remove();
  expect(document.body.textContent).not.toContain(OVERRIDE);
});
