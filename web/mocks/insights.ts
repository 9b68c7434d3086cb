import type { Resource } from "@rules/public.js";
import type { InsightsResponse } from "~/api/schema";
import { resources } from "~/paths";
import { http } from "./http";
import { firstActionOf, type MockedResource, type MockRecords, records } from "./records";

type MockRecord = MockRecords[MockedResource];
type Sums = InsightsResponse["total"];
type Named = InsightsResponse["channels"][number];

/** Longest period that is divided into weeks, as in `server/src/inbox/insights/period.rs`. */
const MAX_DAYS_IN_WEEKS = 26 * 7;

const DAY_MS = 24 * 60 * 60_000;

/** Returns the first instant of a day in the time zone of this process, plus a number of days. */
function startOf(day: string, addedDays = 0): Date {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + addedDays);
  return date;
}

/** Returns when the weeks or months of a period of days begin. */
function divide(from: string, days: number, unit: InsightsResponse["unit"]): Date[] {
  const isFirst = (day: Date) => (unit === "week" ? day.getDay() === 1 : day.getDate() === 1);
  const all = Array.from({ length: days }, (_, day) => startOf(from, day));
  return all.filter((day, at) => at === 0 || isFirst(day));
}

/** Returns the records of a list that came in within a period. */
function recordsWithin(list: Resource, start: Date, end: Date): readonly MockRecord[] {
  const found: Partial<Record<Resource, readonly MockRecord[]>> = records;
  const isWithin = (at: Date) => at >= start && at < end;
  return (found[list] ?? []).filter(({ created_at }) => isWithin(new Date(created_at)));
}

function sumsOf(lists: readonly Resource[], start: Date, end: Date): Sums {
  const seconds: number[] = [];
  const counts = lists.map((list) => {
    const found = recordsWithin(list, start, end);
    const kept = found.filter(({ state }) => state !== "spam");
    const times = kept.flatMap((record) => {
      const first = firstActionOf(record);
      return first ? (Date.parse(first.at) - Date.parse(record.created_at)) / 1000 : [];
    });
    seconds.push(...times);
    const [count, answered] = [kept.length, times.length];
    return [
      list,
      { count, spam: found.length - count, answered, waiting: count - answered },
    ] as const;
  });
  seconds.sort((a, b) => a - b);
  const rank = (share: number) => seconds[Math.ceil(seconds.length * share) - 1] ?? null;
  return {
    from: start.toISOString(),
    to: new Date(end.getTime() - 1).toISOString(),
    lists: Object.fromEntries(counts),
    median: rank(0.5),
    p90: rank(0.9),
  };
}

/** Counts the records of a period by a name, the most frequent first. */
function countNames(
  lists: readonly Resource[],
  [start, end]: readonly [Date, Date],
  nameOf: (record: MockRecord) => string | null,
): Named[] {
  const names = new Map<string, Named>();
  for (const list of lists) {
    for (const record of recordsWithin(list, start, end)) {
      const name = nameOf(record);
      if (name === null || record.state === "spam") continue;
      const named = names.get(name) ?? {
        name,
        lists: Object.fromEntries(lists.map((each) => [each, { count: 0, done: 0 }])),
      };
      names.set(name, named);
      const counts = named.lists[list];
      if (!counts) continue;
      counts.count += 1;
      counts.done += Number(record.state === "done");
    }
  }
  const total = (named: Named) =>
    Object.values(named.lists).reduce((sum, { count }) => sum + count, 0);
  return Array.from(names.values())
    .toSorted((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1))
    .slice(0, 10);
}

/** The figures of the records in memory, by days of this process's time zone. */
export const insightsHandlers = [
  http.get("/api/insights", ({ request, response }) => {
    const query = new URL(request.url).searchParams;
    const [from = "", to = "", zone = "UTC"] = ["from", "to", "zone"].map(
      (name) => query.get(name) ?? undefined,
    );
    const asked = query.get("list");
    const lists = asked ? resources.filter((list) => list === asked) : resources;
    const [start, end] = [startOf(from), startOf(to, 1)];
    if (!(start < end)) {
      const errors = { from: "From must not be after To" };
      return response(422).json({ message: "Some fields need your attention", errors });
    }
    const days = Math.round((end.getTime() - start.getTime()) / DAY_MS);
    const unit = days <= MAX_DAYS_IN_WEEKS ? "week" : "month";
    const starts = divide(from, days, unit);
    const buckets = starts.map((each, at) => sumsOf(lists, each, starts[at + 1] ?? end));
    const named = (nameOf: (record: MockRecord) => string | null) =>
      countNames(lists, [start, end], nameOf);
    return response(200).json({
      from,
      to,
      zone,
      unit,
      buckets,
      kept_from: null,
      spam_kept_from: null,
      total: sumsOf(lists, start, end),
      before: sumsOf(lists, startOf(from, -days), start),
      channels: named(({ source }) => source.channel),
      landings: named(({ source }) => source.landing),
      campaigns: named(({ source }) => source.utm_campaign),
    });
  }),
];
