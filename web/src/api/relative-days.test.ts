import { afterEach, expect, test, vi } from "vitest";
import { readServerDate } from "~/state/clock";
import { startOfFilter } from "./relative-days";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test.each([
  ["UTC", "2026-03-12T12:00:00Z", "-1d", "2026-03-12T00:00:00Z"],
  ["UTC", "2026-03-12T12:00:00Z", "-366d", "2025-03-12T00:00:00Z"],
  // Late in the evening it is already tomorrow in UTC.
  ["America/Chicago", "2026-03-12T04:30:00Z", "-1d", "2026-03-11T05:00:00Z"],
  // The clocks go forward between the two days.
  ["America/Chicago", "2026-03-12T04:30:00Z", "-7d", "2026-03-05T06:00:00Z"],
  // That day has no midnight.
  ["Africa/Cairo", "2026-04-26T12:00:00Z", "-3d", "2026-04-23T22:00:00Z"],
  ["Pacific/Kiritimati", "2026-03-12T12:00:00Z", "-1d", "2026-03-12T10:00:00Z"],
])("in %s at %s %s starts at %s", (zone, now, from, start) => {
  vi.stubEnv("TZ", zone);
  vi.useFakeTimers({ now: Date.parse(now), toFake: ["Date"] });
  expect(startOfFilter(from)).toBe(start);
});

test("begins today by the server's clock", () => {
  vi.stubEnv("TZ", "UTC");
  vi.useFakeTimers({ now: Date.parse("2026-03-13T12:00:00Z"), toFake: ["Date"] });
  readServerDate("Thu, 12 Mar 2026 12:00:00 GMT");
  expect(startOfFilter("-1d")).toBe("2026-03-12T00:00:00Z");
  readServerDate("Fri, 13 Mar 2026 12:00:00 GMT");
});

test("sends dates and instants unchanged", () => {
  for (const from of ["2026-03-12", "2026-03-12T10:00:00Z"]) expect(startOfFilter(from)).toBe(from);
});
