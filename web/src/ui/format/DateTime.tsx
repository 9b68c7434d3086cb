import { dateFormat } from "./date-format";
import { relativeTime } from "./relative-time";

const format = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** A date and time in the admin's own time zone. How long ago it was is its title, as of when the pointer is on it. */
export function DateTime({ iso }: { iso: string }) {
  const moment = new Date(iso);
  return (
    <time
      dateTime={iso}
      onPointerEnter={({ currentTarget }) => (currentTarget.title = relativeTime(moment))}
    >
      {format(moment)}
    </time>
  );
}
