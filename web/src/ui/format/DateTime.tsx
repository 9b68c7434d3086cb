let format: Intl.DateTimeFormat | undefined;

/** A date and time in the admin's own time zone. */
export function DateTime({ iso }: { iso: string }) {
  // Created on first use: a first `Intl` formatter takes tens of milliseconds, and this module is
  // part of every page.
  format ??= new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>;
}
