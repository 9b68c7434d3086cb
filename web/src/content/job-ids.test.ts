import { expect, test } from "vitest";
import { jobs } from "./careers";
import { jobIds } from "./job-ids";

test("every open job has its page", () => {
  expect(jobs.map(({ id }) => id)).toEqual(jobIds);
});
