/**
 * Formats a number with thousands separators, in English. Does not use `Intl`: its first formatter
 * would block the page for tens of milliseconds.
 */
export function formatNumber(number: number): string {
  const [whole = "", ...decimals] = String(number).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
}
