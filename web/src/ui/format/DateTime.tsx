let format: Intl.DateTimeFormat | undefined;

/** A moment as an admin reads it, in the admin's own time zone. */
export function DateTime({ iso }: { iso: string }) {
  // Not with the module, which comes with every page: the first formatter takes tens of milliseconds to make.
  format ??= new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>;
}
