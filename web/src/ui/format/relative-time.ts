import { nowSeconds } from "~/state/clock";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units, each with its length and the length from which it is used, in seconds. */
const units = [
  ["year", 365 * DAY, 365 * DAY],
  ["month", 30 * DAY, 60 * DAY],
  ["day", DAY, DAY],
  ["hour", HOUR, HOUR],
  ["minute", MINUTE, 0],
] as const;

let format: Intl.RelativeTimeFormat | undefined;

/** Describes how long ago or ahead a moment is: "3 days ago". */
export function relativeTime(moment: Date): string {
  const seconds = moment.getTime() / 1000 - nowSeconds();
  const [unit, length] = units.find(([, , from]) => Math.abs(seconds) >= from) ?? units[4];
  // Created on first use: that takes tens of milliseconds.
  format ??= new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
  return format.format(Math.trunc(seconds / length), unit);
}
