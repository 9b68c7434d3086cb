import { expect, test } from "vitest";
import { jobs } from "./jobs";

test.each(jobs)("$title says where it is done", (job) => {
  expect(job.region === undefined).toBe(job.location === "Remote");
});
