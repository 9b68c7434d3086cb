/**
 * Returns a function that formats dates in English. Creates its formatter on first use: that takes
 * tens of milliseconds.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (date) => {
    formatter ??= new Intl.DateTimeFormat("en-US", options);
    return formatter.format(date);
  };
}
