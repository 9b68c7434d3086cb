import { collect } from "../collection";
import type { ProjectCard } from "./schema";

// By the query these are modules of their own, of which nothing but the card is kept.
const found = import.meta.glob<ProjectCard>("./*/index.ts", {
  query: "?card",
  import: "card",
  eager: true,
});

/** The portfolio, in its order. */
export const projectCards = collect(found);

/** A project of the portfolio: its card, and the slug of its page. */
export type Project = (typeof projectCards)[number];

export function projectCard(slug: string): Project {
  const card = projectCards.find((project) => project.slug === slug);
  if (!card) throw new Error(`There is no project ${slug}.`);
  return card;
}
