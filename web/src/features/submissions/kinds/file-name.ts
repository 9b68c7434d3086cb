/** Returns the last segment of a URL, decoded if possible. */
export function fileName(address: string): string {
  const { pathname } = new URL(address, location.origin);
  const segment = pathname.slice(pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
