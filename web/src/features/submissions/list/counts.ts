import { formatNumber } from "~/ui/format/format-number";

/** A number of records. With `more`, there are at least that many. */
export type Count = { count: number; more?: boolean };

/** Formats a count: "1,234", or "10,000+" if there are more. */
export function formatCount({ count, more }: Count): string {
  return more ? `${formatNumber(count)}+` : formatNumber(count);
}
