const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
// A day is the same wherever it is read.
const days = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** What a job pays a year. */
export function payRange([from, to]: readonly [number, number]): string {
  return `${dollars.format(from)} to ${dollars.format(to)} a year`;
}

/** A day that is given as YYYY-MM-DD. */
export function longDate(day: string): string {
  return days.format(new Date(day));
}
