import { dateFormat } from "./date-format";

const format = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** A date and time in the admin's own time zone. */
export function DateTime({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format(new Date(iso))}</time>;
}
