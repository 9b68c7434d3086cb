import type { Picture } from "../pictures/picture";
import { projectCard, type ProjectCard } from "./cards";
import type { CaseStudySlug } from "./slugs";

/** What is told of a project beyond its card. */
type Details = {
  /** In a sentence or two, for search and shared links. */
  description?: string;
  technologies: readonly string[];
  brandName: string;
  location: string;
  client: string;
  /** The client's score on the review platform, from 0 to 5. */
  clutchReview: number;
  budget: string;
  industry: string;
  stack: string;
  live: `https://${string}` | "Not Available";
  insights: { problem: string; solution: string; value: string };
  ceoReview: string;
  ceoName: string;
  ceoPosition: string;
  ceoImage?: Picture;
  galleryImages: readonly { picture: Picture; alt: string }[];
  milestones: readonly { title: string; description: string }[];
  relatedProjects: readonly CaseStudySlug[];
  metrics: readonly { value: string; label: string }[];
  team: readonly { role: string }[];
};

/** The whole story of a project. Title and picture are those of its card. */
export type CaseStudy = Details & Pick<ProjectCard, "title" | "image"> & { slug: CaseStudySlug };

/** Tells the story of a project. */
export function caseStudy(slug: CaseStudySlug, details: Details): CaseStudy {
  const { title, image } = projectCard(slug);
  return { slug, title, image, ...details };
}
