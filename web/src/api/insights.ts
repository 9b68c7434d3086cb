import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Resource } from "@rules/public.js";
import { bodyOf } from "./client";
import type { InsightsResponse } from "./schema";
import { staffClient } from "./staff-client";

/** The figures of a period. */
export type Insights = InsightsResponse;

/** The days of a period, both included, such as 2026-01-31. */
export type Days = { from: string; to: string };

/** Returns the query of the figures of a period, in the browser's time zone. */
export const insightsQuery = (list: Resource | undefined, { from, to }: Days) => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return queryOptions<Insights>({
    queryKey: ["insights", list ?? "", from, to, zone],
    queryFn: ({ signal }) => {
      const params = { query: { ...(list && { list }), from, to, zone } };
      return bodyOf(staffClient.GET("/api/insights", { params, signal }), { buckets: "array" });
    },
    placeholderData: keepPreviousData,
  });
};
