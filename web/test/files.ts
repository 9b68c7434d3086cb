/** Returns a file with these first bytes, padded to a size in bytes. */
export function file(name: string, head: string | Uint8Array, size = 1000): File {
  const bytes = typeof head === "string" ? new TextEncoder().encode(head) : head;
  const rest = new Uint8Array(Math.max(size - bytes.length, 0)).fill(32);
  return new File([new Uint8Array(bytes), rest], name);
}

/** Returns a file that is accepted as a CV. */
export const pdf = (name = "cv.pdf", size?: number) => file(name, "%PDF-1.7\n", size);
