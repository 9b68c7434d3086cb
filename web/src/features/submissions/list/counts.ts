import { formatNumber } from "../../../ui/format/format-number";

/** How many records there are: exactly, or at least so many. */
export type Count = { count: number; more?: boolean };

/** A number as an admin reads it. */
export function formatCount({ count, more }: Count): string {
  return more ? `${formatNumber(count)}+` : formatNumber(count);
}
