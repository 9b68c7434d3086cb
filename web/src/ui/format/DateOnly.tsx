const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** A date in the admin's own time zone. */
export function DateOnly({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>;
}
