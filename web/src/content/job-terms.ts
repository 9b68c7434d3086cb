import { formatNumber } from "~/ui/format/format-number";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Formats the yearly salary of a job. */
export function payRange([from, to]: readonly [number, number]): string {
  return `$${formatNumber(from)} to $${formatNumber(to)} a year`;
}

/** Formats a date given as YYYY-MM-DD. */
export function longDate(day: string): string {
  const [year, month = 1, date] = day.split("-").map(Number);
  return `${MONTHS[month - 1]} ${date}, ${year}`;
}
