import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** Loads the module in a time zone. */
async function daysIn(zone: string) {
  vi.stubEnv("TZ", zone);
  return import("./days");
}

describe.each([
  // The clocks go forward on this day, which has 23 hours.
  ["America/Chicago", "2026-03-08", "2026-03-08T06:00:00Z", "2026-03-09T04:59:59.999999Z"],
  // The clocks go forward at midnight.
  ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T20:59:59.999999Z"],
  ["Africa/Cairo", "2026-04-23", "2026-04-22T22:00:00Z", "2026-04-23T21:59:59.999999Z"],
  ["Asia/Kolkata", "2026-03-08", "2026-03-07T18:30:00Z", "2026-03-08T18:29:59.999999Z"],
])("in %s", (zone, day, first, last) => {
  test("converts a day to its first and last instants", async () => {
    const { dayOf, endOfDay, startOfDay } = await daysIn(zone);
    expect([startOfDay(day), endOfDay(day)]).toEqual([first, last]);
    expect([dayOf(first), dayOf(last)]).toEqual([day, day]);
  });

  test("shows the first and last instants of a day as the day", async () => {
    const { formatFrom, formatDate } = await daysIn(zone);
    const shown = new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", {
      dateStyle: "medium",
      timeZone: "UTC",
    });
    expect([formatDate(first), formatDate(last)]).toEqual([shown, shown]);
    expect(formatFrom(first)).toBe(`From ${shown}`);
    expect(formatDate(day)).toBe(`${shown} (UTC)`);
    expect(formatDate(last.replace("9:59.999999", "8:00"))).toMatch(/, 11:58\sPM$/);
  });

  test("starts a period with a day of the time zone", async () => {
    vi.useFakeTimers({ now: Date.parse(last.replace("999999", "999")), toFake: ["Date"] });
    const { dayOf } = await daysIn(zone);
    expect(dayOf("-1d")).toBe(day);
    expect(dayOf("-7d")).toBe(
      `${day.slice(0, 8)}${String(Number(day.slice(8)) - 6).padStart(2, "0")}`,
    );
  });
});

test("describes periods", async () => {
  const { formatFrom } = await daysIn("UTC");
  expect(["-1d", "-7d", "-90d"].map(formatFrom)).toEqual(["Today", "Last 7 days", "Last 90 days"]);
});
