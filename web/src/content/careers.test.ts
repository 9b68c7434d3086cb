import { expect, test } from "vitest";
import { careers, jobs } from "./careers";

test("the six jobs are the ones that are open", () => {
  expect(jobs.map(({ title, time, location }) => [title, time, location])).toEqual([
    ["UI/UX & Product Designer", "Remote", "Texas US"],
    ["Frontend Web Developer", "Full Time", "California US"],
    ["Backend Developer Node.js", "Remote", "Remote"],
    ["DevOps Engineer", "Hybrid", "New York US"],
    ["Mobile App Developer", "Contract", "Florida US"],
    ["Product Manager", "Full Time", "Remote"],
  ]);
});

test.each(jobs)("$title says since when it is open and where it is done", (job) => {
  expect(new Date(`${job.posted}T00:00:00Z`).toISOString()).toContain(job.posted);
  expect(job.region === undefined).toBe(job.location === "Remote");
});

test("the three reasons have their names", () => {
  expect(careers.reasons.heading).toBe("Why Work With Us");
  expect(careers.reasons.items.map(({ title }) => title)).toEqual([
    "People-First Culture",
    "Challenging Projects",
    "Room to Grow",
  ]);
});
