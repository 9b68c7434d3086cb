/** Text with bold parts. */
type Text = readonly (string | { bold: string })[];

/** Renders text with bold parts. Markup is escaped. */
export function RichText({ text }: { text: Text }) {
  return text.map((part) =>
    typeof part === "string" ? part : <strong key={part.bold}>{part.bold}</strong>,
  );
}

/** Returns the text without its marks. */
export function plainText(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : part.bold)).join("");
}
