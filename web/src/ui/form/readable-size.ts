const units = ["bytes", "KB", "MB", "GB"];
// Rounded down: a file just under a limit is not to look as if it had reached it.
const number = new Intl.NumberFormat("en-US", {
  maximumSignificantDigits: 3,
  roundingMode: "trunc",
});

/** A file's size as people say it, in steps of 1,024. */
export function readableSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${number.format(bytes / 1024 ** step)} ${units[step]}`;
}
