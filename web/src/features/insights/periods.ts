import { nowSeconds } from "~/state/clock";
import type { Period } from "~/api/insights";
import { dateFormat, isoDay } from "~/ui/format/date-format";

/** The periods to choose from. `own` is a period of own days. */
export const periods = {
  "4w": "Last 4 weeks",
  "12w": "Last 12 weeks",
  "12m": "Last 12 months",
  own: "Own days",
} as const;

export type PeriodName = keyof typeof periods;

/** The periods in the order on the screen. */
export const periodNames = Object.keys(periods) as PeriodName[];

/** Returns the last whole weeks (from Monday) or months before `today`, by the server's clock. */
export function lastPeriod(
  name: Exclude<PeriodName, "own">,
  today = new Date(nowSeconds() * 1000),
): Period {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const daysSinceMonday = (today.getDay() + 6) % 7;
  const start =
    name === "12m" ? new Date(year, month, 1) : new Date(year, month, day - daysSinceMonday);
  const first = new Date(start);
  if (name === "12m") first.setMonth(first.getMonth() - 12);
  else first.setDate(first.getDate() - 7 * Number.parseInt(name, 10));
  const last = new Date(start);
  last.setDate(last.getDate() - 1);
  return {
    whole: { from: isoDay(first), to: isoDay(last) },
    current: { from: isoDay(start), to: isoDay(today) },
  };
}

const formatDates = dateFormat({ dateStyle: "medium" });
const formatWeek = dateFormat({ month: "short", day: "numeric" });
const formatMonth = dateFormat({ month: "short", year: "numeric" });

/** Describes the day of an instant. */
export const formatDay = (instant: string): string => formatDates(new Date(instant));

/** Describes a period by its first and last day, such as 2026-01-31. */
export function formatDays(from: string, to: string): string {
  return formatDates(new Date(`${from}T12:00:00`), new Date(`${to}T12:00:00`));
}

/** Describes a week or a month by its first and last instant. */
export function formatBucket(from: string, to: string, unit: "week" | "month"): string {
  const first = new Date(from);
  return unit === "week" ? formatWeek(first, new Date(to)) : formatMonth(first);
}
