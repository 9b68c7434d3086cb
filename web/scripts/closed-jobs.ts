import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../src/content/jobs");

/** Returns the day of the build in UTC, such as `2026-01-31`. Reproducible builds set it with `SOURCE_DATE_EPOCH`. */
export function buildDay(epoch = process.env["SOURCE_DATE_EPOCH"]): string {
  return (epoch ? new Date(Number(epoch) * 1000) : new Date()).toISOString().slice(0, 10);
}

/** Returns the slugs of the jobs with a `validThrough` before a day. */
export function closedJobs(day: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const [, last] =
      /validThrough: "([\d-]+)"/.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    return last && last < day ? [file.replace(/\.ts$/, "")] : [];
  });
}
