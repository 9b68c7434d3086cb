/**
 * Formats a number with its thousands apart, as it is written in English. The first formatter of `Intl`
 * takes tens of milliseconds to make, in which a visitor's page could not be used: so it has none.
 */
export function formatNumber(number: number): string {
  const [whole = "", ...decimals] = String(number).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
}
