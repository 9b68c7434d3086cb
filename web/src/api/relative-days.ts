import { nowSeconds } from "~/state/clock";

/**
 * Resolves a relative `from` such as `-7d` to the instant at which that day began in the admin's
 * time zone. Returns any other value unchanged.
 */
export function startOfFilter(from: string): string {
  const [, days] = /^-(\d+)d$/.exec(from) ?? [];
  if (!days) return from;
  const today = new Date(1000 * nowSeconds());
  // Midnight, or the first instant of a day without one.
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1 - Number(days));
  // In the format of the rules, so that equal instants are equal texts.
  return first.toISOString().replace(".000Z", "Z");
}
