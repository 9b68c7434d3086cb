import { expect, test } from "vitest";
import { collections, problems } from "./check";

const FILE = "./projects/ecommerce/index.ts";
type Project = { default: { relatedProjects: string[] } };
const ecommerce = collections.projects[FILE] as Project;

function withProject(project: object, file = FILE) {
  return problems({ ...collections, projects: { ...collections.projects, [file]: project } });
}

test("names a missing field", () => {
  const { budget: _, ...study } = ecommerce.default as Record<string, unknown> & Project["default"];
  expect(withProject({ ...ecommerce, default: study })).toEqual([
    "src/content/projects/ecommerce/index.ts: budget is missing.",
  ]);
  const services = { ...collections.services, "./services/website/index.ts": {} };
  expect(problems({ ...collections, services })).toEqual([
    "src/content/services/website/index.ts: default export is missing.",
  ]);
});

test("names a picture that was not imported as one", () => {
  const file = "./projects/ecommerce/card.ts";
  const card = collections.projectCards[file] as { default: object };
  const projectCards = {
    ...collections.projectCards,
    [file]: { default: { ...card.default, image: "/cover.webp" } },
  };
  expect(problems({ ...collections, projectCards })).toEqual([
    'src/content/projects/ecommerce/card.ts: image is no picture: import it as "./name.webp?picture".',
  ]);
});

test.each(["atlantis", "hustle", "ecommerce"])("rejects %s as a related case study", (slug) => {
  const study = { ...ecommerce.default, relatedProjects: [slug] };
  expect(withProject({ ...ecommerce, default: study })).toEqual([
    `src/content/projects/ecommerce/index.ts: relatedProjects names "${slug}", which is no other case study.`,
  ]);
});

test("names a folder that is not a slug", () => {
  expect(withProject(ecommerce, "./projects/E Commerce/index.ts")).toContain(
    'src/content/projects/E Commerce/index.ts: "E Commerce" is no slug, which has small letters, digits and single dashes.',
  );
});

test("names a job without its salary", () => {
  const file = "./jobs/devops-engineer.ts";
  const { default: job } = collections.jobs[file] as { default: { pay?: unknown } };
  const { pay: _, ...unpaid } = job;
  const jobs = { ...collections.jobs, [file]: { default: unpaid } };
  expect(problems({ ...collections, jobs })).toEqual([
    "src/content/jobs/devops-engineer.ts: pay is missing.",
  ]);
});
