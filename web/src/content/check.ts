import { z } from "zod";
import { entrySlug } from "./collection";
import { job } from "./jobs/schema";
import { caseStudy, projectCard } from "./projects/schema";
import { serviceCard, serviceTeaser, serviceWords } from "./services/schema";

type Modules = Record<string, unknown>;

/** The entries of every collection, by file. */
export type Collections = Record<keyof typeof schemas, Modules>;

const schemas = {
  projectCards: projectCard,
  projects: caseStudy.optional(),
  serviceCards: serviceCard,
  serviceTeasers: serviceTeaser,
  services: serviceWords,
  jobs: job,
};

/** The schema of each collection. */
export const collections: Collections = {
  projectCards: import.meta.glob("./projects/*/card.ts", { eager: true }),
  projects: import.meta.glob("./projects/*/index.ts", { eager: true }),
  serviceCards: import.meta.glob("./services/*/card.ts", { eager: true }),
  serviceTeasers: import.meta.glob("./services/*/teaser.ts", { eager: true }),
  services: import.meta.glob("./services/*/index.ts", { eager: true }),
  jobs: import.meta.glob(["./jobs/*.ts", "!./jobs/schema.ts"], { eager: true }),
};

/** Returns a sentence for every mistake in the content. Empty if the site can be built. */
export function problems(all: Collections): string[] {
  const found = Object.keys(schemas).flatMap((name) => {
    const collection = name as keyof Collections;
    return Object.entries(all[collection]).flatMap(([file, entry]) =>
      misnamed(file).concat(faults(file, z.object({ default: schemas[collection] }), entry)),
    );
  });
  return found.concat(unknownRelations(all.projects));
}

function misnamed(file: string): string[] {
  const slug = entrySlug(file);
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
    ? []
    : [`${path(file)}: "${slug}" is no slug, which has small letters, digits and single dashes.`];
}

function faults(file: string, schema: z.ZodType, entry: unknown): string[] {
  const { error } = schema.safeParse(entry, { reportInput: true });
  return (error?.issues ?? []).map((issue) => {
    const field = issue.path.filter((step) => step !== "default").join(".") || "default export";
    const missing = issue.code === "invalid_type" && issue.input === undefined;
    // Replaces zod's own messages, which are not full sentences.
    const own = /^[A-Z]/.test(issue.message) ? `is wrong (${issue.message})` : issue.message;
    return `${path(file)}: ${field} ${missing ? "is missing" : own}.`;
  });
}

/** Returns related case studies that do not exist, have only a card, or are the same one. */
function unknownRelations(projects: Modules): string[] {
  const studies = Object.entries(projects).flatMap(([file, module]) => {
    const { default: study } = module as { default?: { relatedProjects?: string[] } };
    return study ? [{ file, slug: entrySlug(file), related: study.relatedProjects ?? [] }] : [];
  });
  const known = new Set(studies.map(({ slug }) => slug));
  return studies.flatMap(({ file, slug, related }) =>
    related
      .filter((other) => other === slug || !known.has(other))
      .map(
        (other) => `${path(file)}: relatedProjects names "${other}", which is no other case study.`,
      ),
  );
}

function path(file: string): string {
  return file.replace(/^\./, "src/content");
}
