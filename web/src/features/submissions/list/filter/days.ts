import { startOfFilter } from "../../../../api/relative-days";

/** Days that end today, as a filter's `from` holds them, for those who choose no dates. */
export const spans = [
  { value: "-1d", label: "Today" },
  { value: "-7d", label: "Last 7 days" },
  { value: "-30d", label: "Last 30 days" },
] as const;

/** The instant at which a day of the admin's own time zone begins. */
export function startOfDay(day: string): string {
  return iso(local(day));
}

/** The last instant of a day of the admin's own time zone. */
export function endOfDay(day: string): string {
  const last = local(day, 1);
  last.setMilliseconds(-1);
  // The server tells microseconds apart.
  return iso(last).replace("999Z", "999999Z");
}

/** The day of an instant, or the first of the last days, in the admin's own time zone; a date is one already. */
export function dayOf(moment: string): string {
  if (isDay(moment)) return moment;
  const date = new Date(startOfFilter(moment));
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
}

const dates = { dateStyle: "medium" } as const;
const day = new Intl.DateTimeFormat("en-US", dates);
const moments = new Intl.DateTimeFormat("en-US", { ...dates, timeStyle: "short" });
const days = new Intl.DateTimeFormat("en-US", { ...dates, timeZone: "UTC" });

/** Where a list begins, as an admin reads it. */
export function formatFrom(from: string): string {
  const [, count] = /^-(\d+)d$/.exec(from) ?? [];
  if (!count) return `From ${formatDate(from)}`;
  return spans.find(({ value }) => value === from)?.label ?? `Last ${count} days`;
}

/** A moment as an admin reads it: a day where it begins or ends one. */
export function formatDate(moment: string): string {
  if (isDay(moment)) return `${days.format(new Date(moment))} (UTC)`;
  const own = dayOf(moment);
  const whole = moment === startOfDay(own) || moment === endOfDay(own);
  return (whole ? day : moments).format(new Date(moment));
}

const isDay = (moment: string) => /^\d+-\d+-\d+$/.test(moment);

/** Midnight of a day, or of one so many days later, also where a clock is put forward at midnight. */
function local(text: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = text.split("-").map(Number);
  return new Date(year, month - 1, date + later);
}

/** As the rules write an instant, so that the same one is the same text. */
const iso = (date: Date) => date.toISOString().replace(".000Z", "Z");
