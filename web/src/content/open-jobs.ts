import { useSyncExternalStore } from "react";
import { site } from "./site";

/** A job, as far as it can be closed. */
type Closable = { validThrough?: string | undefined };

const nothing = () => () => undefined;

/** When the page was loaded. A form does not go while somebody fills it in. */
let loadedAt: number | undefined;

function timeOfLoad(): number {
  loadedAt ??= Date.now();
  return loadedAt;
}

/** Returns the last second of a day at the agency, such as `2027-01-31T23:59:59-06:00`. */
export function endOfDay(day: string): string {
  // Created only for a job that closes: a formatter takes milliseconds.
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: site.timeZone,
    timeZoneName: "longOffset",
  });
  const parts = formatter.formatToParts(new Date(`${day}T23:59:59Z`));
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "");
  return `${day}T23:59:59${offset || "Z"}`;
}

/** Returns whether a job can be applied for at a time: up to the end of its last day at the agency. */
export function isOpenAt(time: number, { validThrough }: Closable): boolean {
  return validThrough === undefined || time <= Date.parse(endOfDay(validThrough));
}

/**
 * Returns a function that tells open jobs from closed ones. In prerendered pages every job is open. The clock of this
 * device decides: the server accepts an application at any time, so a wrong clock makes no form fail, and HTTPS does not
 * work with one that is wrong by months.
 */
export function useIsOpen(): (job: Closable) => boolean {
  const time = useSyncExternalStore(nothing, timeOfLoad, () => undefined);
  return (job) => time === undefined || isOpenAt(time, job);
}
