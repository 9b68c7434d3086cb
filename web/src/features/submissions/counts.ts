/** How many records there are: exactly, or at least so many. */
export type Count = { count: number; more?: boolean };

const numbers = new Intl.NumberFormat("en-US");

/** A number as an admin reads it. */
export function shownCount({ count, more }: Count): string {
  return more ? `${numbers.format(count)}+` : numbers.format(count);
}
