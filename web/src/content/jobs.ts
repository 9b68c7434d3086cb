import { collect } from "./collection";
import type { Job } from "./jobs/schema";

const found = import.meta.glob<Job>(["./jobs/*.ts", "!./jobs/schema.ts"], {
  query: "?listed",
  import: "default",
  eager: true,
});

/** Every open job. */
export const jobs = collect(found);

/** An open job with its slug. */
export type OpenJob = (typeof jobs)[number];
