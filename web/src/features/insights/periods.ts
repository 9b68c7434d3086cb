import { nowSeconds } from "~/api/clock";
import type { Days } from "~/api/insights";

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

/** A period of whole weeks or months, and the days of the one that has begun. */
type Period = { whole: Days; current?: Days };

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
    whole: { from: dayOf(first), to: dayOf(last) },
    current: { from: dayOf(start), to: dayOf(today) },
  };
}

/** Returns the day of a date in the browser's time zone. */
function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join("-");
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const formatWeek = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const formatMonth = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric" });

/** Describes a period by its first and last day, such as 2026-01-31. */
export function formatDays(from: string, to: string): string {
  return format.formatRange(new Date(`${from}T12:00:00`), new Date(`${to}T12:00:00`));
}

/** Describes a week or a month by its first and last instant. */
export function formatBucket(from: string, to: string, unit: "week" | "month"): string {
  const [first, last] = [new Date(from), new Date(to)];
  return unit === "week" ? formatWeek.formatRange(first, last) : formatMonth.format(first);
}
