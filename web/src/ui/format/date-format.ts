/**
 * Returns a function that formats dates in English, or a range of them up to `last`. Creates its formatter on first
 * use: that takes tens of milliseconds.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
): (date: Date, last?: Date) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (date, last) => {
    formatter ??= new Intl.DateTimeFormat("en-US", options);
    return last ? formatter.formatRange(date, last) : formatter.format(date);
  };
}

/** Returns the day of a date in the browser's time zone, as in a date input: "2026-01-31". */
export function isoDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
}
