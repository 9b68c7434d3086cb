import type { CaseStudy } from "../content/projects/case-study";
import { type CaseStudySlug, type ProjectSlug, projectSlugs } from "../content/projects/slugs";
import { paths } from "../paths";
import { lazyPage } from "./lazy-page";

/** Each case study in a chunk of its own. A project without one has only its card. */
const studies: Record<CaseStudySlug, () => Promise<{ default: CaseStudy }>> = {
  ecommerce: () => import("../content/projects/ecommerce"),
  "travel-budget": () => import("../content/projects/travel-budget"),
  "allseek-search": () => import("../content/projects/allseek-search"),
  "foodblog-recipe": () => import("../content/projects/foodblog-recipe"),
  events: () => import("../content/projects/events"),
  "devcraft-blog": () => import("../content/projects/devcraft-blog"),
  bakerzbite: () => import("../content/projects/bakerzbite"),
};

function hasStudy(slug: ProjectSlug): slug is CaseStudySlug {
  return slug in studies;
}

function projectRoute(slug: ProjectSlug) {
  return {
    path: paths.project(slug),
    page: lazyPage(async () => {
      const [{ projectPage }, study] = await Promise.all([
        import("../pages/project/ProjectPage"),
        hasStudy(slug) ? studies[slug]() : undefined,
      ]);
      return { default: projectPage(slug, study?.default) };
    }),
    sources: [
      "src/pages/project/ProjectPage.tsx",
      ...(hasStudy(slug) ? [`src/content/projects/${slug}.ts`] : []),
    ],
    delivery: "prerendered" as const,
    layout: "public" as const,
  };
}

/** The page of every project. */
export const projectRoutes = projectSlugs.map(projectRoute);
