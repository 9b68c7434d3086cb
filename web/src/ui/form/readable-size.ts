import { formatNumber } from "../format/format-number";

const units = ["bytes", "KB", "MB", "GB"];

/** Formats a file size in steps of 1,024, with up to three digits. */
export function readableSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const size = bytes / 1024 ** step;
  const scale = 10 ** (2 - Math.floor(Math.log10(Math.max(size, 1))));
  // Rounded down, so that a file just under a limit does not seem to reach it.
  return `${formatNumber(Math.trunc(size * scale) / scale)} ${units[step]}`;
}
