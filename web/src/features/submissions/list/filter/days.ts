import { startOfFilter } from "~/api/relative-days";
import { dateFormat, isoDay } from "~/ui/format/date-format";

/** Periods that end today, as values of a filter's `from`. */
export const spans = [
  { value: "-1d", label: "Today" },
  { value: "-7d", label: "Last 7 days" },
  { value: "-30d", label: "Last 30 days" },
] as const;

/** Returns the first instant of a day in the user's time zone. */
export function startOfDay(day: string): string {
  return iso(midnightOf(day));
}

/** Returns the last instant of a day in the user's time zone. */
export function endOfDay(day: string): string {
  const last = new Date(midnightOf(day, 1).getTime() - 1);
  // Times on the server have microseconds.
  return iso(last).replace("999Z", "999999Z");
}

/** Returns the day of a filter's date, instant or period (its first day), in the user's time zone. */
export function dayOf(moment: string): string {
  return isDay(moment) ? moment : isoDay(new Date(startOfFilter(moment)));
}

const dates = { dateStyle: "medium" } as const;
const formatDay = dateFormat(dates);
const formatMoment = dateFormat({ ...dates, timeStyle: "short" });
const formatUtcDay = dateFormat({ ...dates, timeZone: "UTC" });

/** Describes the `from` of a filter. */
export function formatFrom(from: string): string {
  const [, count] = /^-(\d+)d$/.exec(from) ?? [];
  if (!count) return `From ${formatDate(from)}`;
  return spans.find(({ value }) => value === from)?.label ?? `Last ${count} days`;
}

/** Formats an instant; as a day if it is the first or the last instant of one. */
export function formatDate(moment: string): string {
  if (isDay(moment)) return `${formatUtcDay(new Date(moment))} (UTC)`;
  const own = dayOf(moment);
  const whole = moment === startOfDay(own) || moment === endOfDay(own);
  return (whole ? formatDay : formatMoment)(new Date(moment));
}

const isDay = (moment: string) => /^\d+-\d+-\d+$/.test(moment);

/** Returns midnight of a day, plus a number of days. Handles clock changes at midnight. */
function midnightOf(text: string, addedDays = 0): Date {
  const [year = 0, month = 1, date = 1] = text.split("-").map(Number);
  return new Date(year, month - 1, date + addedDays);
}

/** Formats an instant as the rules do. */
const iso = (date: Date) => date.toISOString().replace(".000Z", "Z");
