import { expect, test } from "vitest";
import { jobs } from "./careers";

test.each(jobs)("$title says since when it is open and where it is done", (job) => {
  expect(new Date(`${job.posted}T00:00:00Z`).toISOString()).toContain(job.posted);
  expect(job.region === undefined).toBe(job.location === "Remote");
});
