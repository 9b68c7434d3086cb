import { collect } from "./collection";
import type { Job } from "./jobs/schema";

const found = import.meta.glob<Job>(["./jobs/*.ts", "!./jobs/schema.ts"], {
  query: "?listed",
  import: "default",
  eager: true,
});

/** All jobs. `useIsOpen` tells which of them are open. */
export const jobs = collect(found);

/** A job with its slug. */
export type ListedJob = (typeof jobs)[number];
