import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Resource } from "@rules/public.js";
import { bodyOf } from "./client";
import type { InsightsResponse } from "./schema";
import { staffClient } from "./staff-client";

/** The figures of a period. */
export type Insights = InsightsResponse;

/** The days of a period, both included, such as 2026-01-31. */
export type Days = { from: string; to: string };

/** A period of whole weeks or months, and the days of the one that has begun. */
export type Period = { whole: Days; current?: Days };

/** Figures that are shown together, and the list that they are of. */
export type PeriodInsights = {
  list: Resource | undefined;
  data: Insights;
  /** The week or month that has begun. */
  begun: Insights | undefined;
};

/** Returns the query of the figures of a period, in the browser's time zone. */
export const insightsQuery = (list: Resource | undefined, { whole, current }: Period) => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return queryOptions<PeriodInsights>({
    queryKey: ["insights", list ?? "", whole, current ?? "", zone],
    queryFn: async ({ signal }) => {
      const load = (days: Days) => {
        const params = { query: { ...(list && { list }), ...days, zone } };
        return bodyOf(staffClient.GET("/api/insights", { params, signal }), { buckets: "array" });
      };
      const [data, begun] = await Promise.all([load(whole), current && load(current)]);
      return { list, data, begun };
    },
    placeholderData: keepPreviousData,
  });
};
