import { expect, test } from "vitest";
import { dayOf, endOfDay, shownMoment, startOfDay } from "./days";

test("a day is one of the admin's own, sent as its first and its last instant", () => {
  const [from, to] = [startOfDay("2026-03-01"), endOfDay("2026-03-01")];
  expect(Date.parse(from)).toBe(new Date(2026, 2, 1).getTime());
  expect(Date.parse(to) + 1).toBe(new Date(2026, 2, 2).getTime());
  expect(from).toMatch(/:00Z$/);
  expect(to).toMatch(/:59\.999999Z$/);
  expect([dayOf(from), dayOf(to)]).toEqual(["2026-03-01", "2026-03-01"]);
});

test("a moment is told as a day where it begins or ends one", () => {
  expect(shownMoment(startOfDay("2026-03-01"))).toBe("Mar 1, 2026");
  expect(shownMoment(endOfDay("2026-03-01"))).toBe("Mar 1, 2026");
  expect(shownMoment(new Date(2026, 2, 1, 15, 4).toISOString())).toMatch(/^Mar 1, 2026, 3:04\sPM$/);
  expect(shownMoment("2026-03-01")).toBe("Mar 1, 2026 (UTC)");
});
