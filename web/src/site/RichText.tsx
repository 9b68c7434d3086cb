/** Text of which parts are bold. */
type Text = readonly (string | { bold: string })[];

/** Text of which parts are bold; anything else in it is text. */
export function RichText({ text }: { text: Text }) {
  return text.map((part) =>
    typeof part === "string" ? part : <strong key={part.bold}>{part.bold}</strong>,
  );
}

/** The text alone, for where nothing can be bold. */
export function plainText(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : part.bold)).join("");
}
