import { useSyncExternalStore } from "react";

/** A job, as far as it can be closed. */
type Closable = { validThrough?: string | undefined };

const nothing = () => () => undefined;

/** The day on which the page was loaded. A form does not go while somebody fills it in. */
let today: string | undefined;

function visitorsDay(): string {
  today ??= dayOf(new Date());
  return today;
}

/** Returns a visitor's own day, such as `2026-01-31`. */
export function dayOf(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return [date.getFullYear(), ...parts].join("-");
}

/** Returns whether a job can be applied for on a day. */
export function isOpenOn(day: string, { validThrough }: Closable): boolean {
  return validThrough === undefined || day <= validThrough;
}

/**
 * Returns a function that tells open jobs from closed ones by the visitor's own day. Prerendered
 * pages show every job.
 */
export function useIsOpen(): (job: Closable) => boolean {
  const day = useSyncExternalStore(nothing, visitorsDay, () => undefined);
  return (job) => day === undefined || isOpenOn(day, job);
}
