import { expect, test } from "vitest";
import { readServerDate } from "~/state/clock";
import { relativeTime } from "./relative-time";

test.each([
  ["2026-11-28T11:59:40Z", "this minute"],
  ["2026-11-28T11:58:01Z", "1 minute ago"],
  ["2026-11-28T09:00:00Z", "3 hours ago"],
  ["2026-11-27T11:00:00Z", "yesterday"],
  ["2026-10-15T12:00:00Z", "44 days ago"],
  ["2026-08-01T12:00:00Z", "3 months ago"],
  ["2024-11-01T12:00:00Z", "2 years ago"],
  ["2026-12-01T12:00:00Z", "in 3 days"],
])("describes %s as %s", (moment, words) => {
  // However wrong the device's clock is.
  readServerDate("Sat, 28 Nov 2026 12:00:00 GMT");
  expect(relativeTime(new Date(moment))).toBe(words);
});
