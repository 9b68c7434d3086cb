let offset = 0;

/** Learns from an answer how far this device's clock is off. */
export function readServerDate(date: string | null): void {
  const server = date ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(server)) offset = server - Date.now();
}

/** Now, by the server's clock as far as it is known. */
export function nowSeconds(): number {
  return Math.floor((Date.now() + offset) / 1000);
}
