import { describe, expect, test } from "vitest";
import type { CaseStudy } from "./case-study";
import { projectCards } from "./cards";
import { caseStudySlugs, projectSlugs } from "./slugs";

const modules = import.meta.glob<{ default: CaseStudy }>("./*.ts", { eager: true });
const studies = caseStudySlugs.map((slug) => modules[`./${slug}.ts`]?.default);

test("the portfolio has a card for each of its projects", () => {
  expect(projectCards.map(({ slug }) => slug).toSorted()).toEqual(projectSlugs.toSorted());
  expect(projectCards.map(({ link }) => link)).toEqual(
    projectCards.map(({ slug }) => `/project/${slug}`),
  );
});

describe("the case studies", () => {
  test("stand each under its own slug", () => {
    expect(studies.map((study) => study?.slug)).toEqual(caseStudySlugs);
  });

  test.each(studies)("$slug is whole", (study) => {
    expect(study?.clutchReview).toBeGreaterThanOrEqual(0);
    expect(study?.clutchReview).toBeLessThanOrEqual(5);
    expect(study?.technologies.length).toBeGreaterThan(2);
    expect(study?.galleryImages.length).toBeGreaterThan(1);
    expect(study?.milestones.length).toBeGreaterThan(2);
    expect(study?.metrics.length).toBeGreaterThan(2);
    expect(study?.team.length).toBeGreaterThan(2);
    expect(study?.relatedProjects).not.toContain(study?.slug);
  });

  test.each(studies)("$slug leads only to what is a client's or a reserved address", (study) => {
    expect(study?.live).toMatch(/^(Not Available|https:\/\/[\w.-]+\.example)$/);
  });
});
