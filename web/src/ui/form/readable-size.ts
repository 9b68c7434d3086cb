import { formatNumber } from "../format/format-number";

const units = ["bytes", "KB", "MB", "GB"];

/** A file's size as people say it, in steps of 1,024 and with three digits. */
export function readableSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const size = bytes / 1024 ** step;
  const scale = 10 ** (2 - Math.floor(Math.log10(Math.max(size, 1))));
  // Rounded down: a file just under a limit is not to look as if it had reached it.
  return `${formatNumber(Math.trunc(size * scale) / scale)} ${units[step]}`;
}
