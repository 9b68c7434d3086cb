import { shownNumber } from "../../../ui/format/shown-number";

/** How many records there are: exactly, or at least so many. */
export type Count = { count: number; more?: boolean };

/** A number as an admin reads it. */
export function shownCount({ count, more }: Count): string {
  return more ? `${shownNumber(count)}+` : shownNumber(count);
}
