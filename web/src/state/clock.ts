let offset = 0;

/** Records this device's clock offset from the `Date` header of a response. */
export function readServerDate(date: string | null): void {
  const server = date ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(server)) offset = server - Date.now();
}

/** Returns the current time by the server's clock, as far as its offset is known. */
export function nowSeconds(): number {
  return Math.floor((Date.now() + offset) / 1000);
}
