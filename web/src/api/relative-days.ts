/**
 * Returns what a filter's `from` asks the server for. Days such as `-7d` are days of the admin's own time zone: the
 * instant at which the first of them began. Anything else is sent as it is.
 */
export function startOfFilter(from: string): string {
  const [, days] = /^-(\d+)d$/.exec(from) ?? [];
  if (!days) return from;
  const today = new Date();
  // Midnight, also where a clock is put forward at midnight.
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1 - Number(days));
  // As the rules write an instant, so that the same one is the same text.
  return first.toISOString().replace(".000Z", "Z");
}
