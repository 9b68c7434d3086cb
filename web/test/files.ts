import { strToU8, zipSync, type ZipOptions } from "fflate";

/** Returns a file with these first bytes, padded to a size in bytes. */
export function file(name: string, head: string | Uint8Array, size = 1000): File {
  const bytes = typeof head === "string" ? new TextEncoder().encode(head) : head;
  const rest = new Uint8Array(Math.max(size - bytes.length, 0)).fill(32);
  return new File([new Uint8Array(bytes), rest], name);
}

/** Returns a file that is accepted as a CV. */
export const pdf = (name = "cv.pdf", size?: number) => file(name, "%PDF-1.7\n", size);

const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml";

/** Returns a zip of these parts. Level 0 stores them uncompressed. */
export function zip(parts: Record<string, string>, level: ZipOptions["level"] = 6): Uint8Array {
  const contents = Object.entries(parts).map(([name, content]) => [name, strToU8(content)]);
  return zipSync(Object.fromEntries(contents) as Record<string, Uint8Array>, { level });
}

/** Returns the bytes of a Word document, with macros or without. */
export function wordDocument({ hasMacros = false } = {}): Uint8Array {
  const type = hasMacros ? MACROS : MAIN;
  return zip({
    "[Content_Types].xml": `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    "word/document.xml": "<document/>",
  });
}
