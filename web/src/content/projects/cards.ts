import { collect } from "../collection";
import type { ProjectCard } from "./schema";

const found = import.meta.glob<ProjectCard>("./*/card.ts", { import: "default", eager: true });

/** The portfolio, in order. */
export const projectCards = collect(found);

/** A project of the portfolio: its card, and the slug of its page. */
export type Project = (typeof projectCards)[number];

export function projectCard(slug: string): Project {
  const card = projectCards.find((project) => project.slug === slug);
  if (!card) throw new Error(`There is no project ${slug}.`);
  return card;
}
