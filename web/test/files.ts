/** A file with these first bytes, as large as asked for. */
export function file(name: string, head: string | Uint8Array, size = 1000): File {
  const bytes = typeof head === "string" ? new TextEncoder().encode(head) : head;
  const rest = new Uint8Array(Math.max(size - bytes.length, 0)).fill(32);
  return new File([new Uint8Array(bytes), rest], name);
}

/** A file that is taken as a CV. */
export const pdf = (name = "cv.pdf", size?: number) => file(name, "%PDF-1.7\n", size);
