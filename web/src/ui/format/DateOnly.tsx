import { dateFormat } from "./date-format";

const format = dateFormat({ dateStyle: "medium" });

/** A date in the admin's own time zone. */
export function DateOnly({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format(new Date(iso))}</time>;
}
