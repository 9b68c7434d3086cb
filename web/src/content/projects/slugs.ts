/** The projects with a full case study. */
export const caseStudySlugs = [
  "ecommerce",
  "travel-budget",
  "allseek-search",
  "foodblog-recipe",
  "events",
  "devcraft-blog",
  "bakerzbite",
] as const;

export type CaseStudySlug = (typeof caseStudySlugs)[number];

/** Every project that has a page. Some have only what their card says. */
export const projectSlugs = [...caseStudySlugs, "hustle", "heirloomnexus"] as const;

export type ProjectSlug = (typeof projectSlugs)[number];
