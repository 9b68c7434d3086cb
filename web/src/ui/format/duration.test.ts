import { expect, test } from "vitest";
import { formatDuration } from "./duration";

test.each([
  [0, "under 1 min"],
  [59.9, "under 1 min"],
  [60, "1 min"],
  [3599, "59 min"],
  [3600, "1 h"],
  [3600 + 35 * 60, "1 h 35 min"],
  [24 * 3600, "1 d"],
  [51.5 * 3600, "2 d 3 h"],
  [30 * 24 * 3600 + 3600, "30 d"],
])("describes %d seconds", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
