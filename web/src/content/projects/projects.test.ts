import { describe, expect, test } from "vitest";
import { projectCards } from "./cards";
import type { CaseStudy } from "./schema";

const modules = import.meta.glob<{ default?: CaseStudy }>("./*/index.ts", { eager: true });
const studies = Object.entries(modules).flatMap(([file, { default: study }]) =>
  study ? [{ file, ...study }] : [],
);

test("the portfolio stands in its order", () => {
  expect(projectCards.slice(0, 3).map(({ slug }) => slug)).toEqual([
    "allseek-search",
    "ecommerce",
    "travel-budget",
  ]);
});

describe("the case studies", () => {
  test.each(studies)("$file is whole", (study) => {
    expect(study.technologies.length).toBeGreaterThan(2);
    expect(study.galleryImages.length).toBeGreaterThan(1);
    expect(study.milestones.length).toBeGreaterThan(2);
    expect(study.metrics.length).toBeGreaterThan(2);
    expect(study.team.length).toBeGreaterThan(2);
  });

  test.each(studies)("$file leads only to what is a client's or a reserved address", (study) => {
    expect(study.live).toMatch(/^(Not Available|https:\/\/[\w.-]+\.example)$/);
  });
});
