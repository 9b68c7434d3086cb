const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Describes a duration in its two largest units: "2 d 4 h", "35 min". `seconds` is at least 0. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return "under 1 min";
  const minutes = Math.floor(seconds / MINUTE) % 60;
  const hours = Math.floor(seconds / HOUR) % 24;
  const days = Math.floor(seconds / DAY);
  if (days >= 10) return `${days} d`;
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}
