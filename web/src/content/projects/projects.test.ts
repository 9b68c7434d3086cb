import { describe, expect, test } from "vitest";
import type { CaseStudy } from "./schema";

const modules = import.meta.glob<{ default?: CaseStudy }>("./*/index.ts", { eager: true });
const studies = Object.entries(modules).flatMap(([file, { default: study }]) =>
  study ? [{ file, ...study }] : [],
);

describe("case studies", () => {
  test.each(studies)("$file links only to clients' or reserved domains", (study) => {
    expect(study.live).toMatch(/^(Not Available|https:\/\/[\w.-]+\.example)$/);
  });
});
