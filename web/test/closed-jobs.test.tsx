import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildDay, closedJobs } from "../scripts/closed-jobs";
import { routes } from "../src/app/routes";
import { collections } from "../src/content/check";
import { entrySlug } from "../src/content/collection";
import { jobs } from "../src/content/jobs";
import type { Job } from "../src/content/jobs/schema";
import { openJobs } from "../src/content/open-jobs";
import { JobList } from "../src/pages/careers/JobList";
import { paths } from "../src/paths";

const all = Object.entries(collections.jobs).map(([file, module]) => ({
  slug: entrySlug(file),
  validThrough: (module as { default: Job }).default.validThrough,
}));

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

test("closes a job on the day after its last one", () => {
  for (const { slug, validThrough } of all) {
    expect(closedJobs(validThrough)).not.toContain(slug);
    expect(closedJobs(nextDay(validThrough))).toContain(slug);
  }
});

test("lists and routes the jobs that are open on the day of the build", () => {
  const closed = closedJobs(buildDay());
  const open = all.map(({ slug }) => slug).filter((slug) => !closed.includes(slug));
  expect(jobs.map(({ slug }) => slug).toSorted()).toEqual(open.toSorted());
  const addresses = routes
    .map(({ path }) => path)
    .filter((path) => path.startsWith(paths.apply("")));
  expect(addresses.toSorted()).toEqual(open.map(paths.apply).toSorted());
});

test("leaves closed jobs out", () => {
  expect(openJobs([{ slug: "a" }, { slug: "b" }], ["b"])).toEqual([{ slug: "a" }]);
});

test("uses the day of a reproducible build from SOURCE_DATE_EPOCH", () => {
  expect(buildDay("1767225600")).toBe("2026-01-01");
});

test("shows an empty state when no job is open", () => {
  render(<JobList jobs={[]} />);
  screen.getByText("No open positions right now.");
  expect(screen.queryByRole("list")).toBeNull();
});
