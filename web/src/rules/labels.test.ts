import type { RecordState } from "@rules/public.js";
import { expect, test } from "vitest";
import { actionLabel, allowedActions, moveRecord, refusalOf, stateLabel } from "./labels";
import * as rules from "./staff";

test("labels states and actions, and tells which actions are allowed", () => {
  expect(rules.states.map(({ name }) => stateLabel(rules, name))).toContain("In progress");
  expect(actionLabel(rules, "finish")).toBe("Mark done");
  expect(allowedActions(rules, "new")).toContain("start");
  expect(moveRecord(rules, "new", "start")).toEqual({ state: "open" });
  expect(refusalOf(rules, "new", "start")).toBeUndefined();
  expect(refusalOf(rules, "done", "start")).toMatch(/^\w.*\w$/);
});

test("a state of a newer server has its name as label, and no actions", () => {
  const state = "archived" as RecordState;
  expect(stateLabel(rules, state)).toBe("archived");
  expect(allowedActions(rules, state)).toEqual([]);
  expect(moveRecord(rules, state, "start")).toBeUndefined();
  expect(refusalOf(rules, state, "start")).toBeUndefined();
});
