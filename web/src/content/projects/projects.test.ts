import { describe, expect, test } from "vitest";
import type { CaseStudy } from "./schema";

const modules = import.meta.glob<{ default?: CaseStudy }>("./*/index.ts", { eager: true });
const studies = Object.entries(modules).flatMap(([file, { default: study }]) =>
  study ? [{ file, ...study }] : [],
);

describe("the case studies", () => {
  test.each(studies)("$file leads only to what is a client's or a reserved address", (study) => {
    expect(study.live).toMatch(/^(Not Available|https:\/\/[\w.-]+\.example)$/);
  });
});
