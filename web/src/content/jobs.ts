import { collect } from "./collection";
import type { Job } from "./jobs/schema";
import { openJobs } from "./open-jobs";

const found = import.meta.glob<Job>(["./jobs/*.ts", "!./jobs/schema.ts"], {
  query: "?listed",
  import: "default",
  eager: true,
});

/** The jobs that were open on the day of the build. */
export const jobs = openJobs(collect(found));

/** An open job with its slug. */
export type OpenJob = (typeof jobs)[number];
