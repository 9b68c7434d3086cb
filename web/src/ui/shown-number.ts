const numbers = new Intl.NumberFormat("en-US");

/** A number as an admin reads it. */
export function shownNumber(number: number): string {
  return numbers.format(number);
}
