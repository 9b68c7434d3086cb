import type { ReactNode } from "react";
import { matchPath } from "react-router-dom";
import { jobIds } from "../content/job-ids";
import { paths } from "../paths";
import { answerRoutes } from "./answer-routes";
import { type LazyPage, lazyPage } from "./lazy-page";
import { dashboardRoutes } from "./dashboard-routes";
import { projectRoutes } from "./project-routes";
import { serviceRoutes } from "./service-routes";

/** What a page is told of its address: what stands in the place of `:slug`. */
type PageProps = { slug: string };

/** A route of the site and how the server delivers it. */
export type AppRoute = {
  path: string;
  page: LazyPage<PageProps>;
  /**
   * Real HTML from the build, an empty shell for pages that differ by visitor, or the server's answer
   * to a form that was posted without scripts.
   */
  delivery: "prerendered" | "shell" | "answer";
  layout: "public" | "plain" | "dashboard";
  /** The modules that the page loads at once, by which the build finds its chunks. */
  sources: string[];
};

/** The frame of the routes whose layout is "dashboard". */
export const dashboardFrame = lazyPage<{ children: ReactNode }>(
  () => import("../pages/dashboard/DashboardPage"),
);

/** Every route: the router, the build and the server all follow this list. */
export const routes: AppRoute[] = [
  {
    path: paths.home,
    page: lazyPage(() => import("../pages/home/HomePage")),
    sources: ["src/pages/home/HomePage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  {
    path: paths.projects,
    page: lazyPage(() => import("../pages/projects/ProjectsPage")),
    sources: ["src/pages/projects/ProjectsPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  ...projectRoutes,
  {
    path: paths.contact,
    page: lazyPage(() => import("../pages/contact/ContactPage")),
    sources: ["src/pages/contact/ContactPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  {
    path: paths.about,
    page: lazyPage(() => import("../pages/about/AboutPage")),
    sources: ["src/pages/about/AboutPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  ...serviceRoutes,
  {
    path: paths.careers,
    page: lazyPage(() => import("../pages/careers/CareersPage")),
    sources: ["src/pages/careers/CareersPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  {
    path: paths.hireUs,
    page: lazyPage(() => import("../pages/hire-us/HireUsPage")),
    sources: ["src/pages/hire-us/HireUsPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  {
    path: paths.faq,
    page: lazyPage(() => import("../pages/faq/FaqPage")),
    sources: ["src/pages/faq/FaqPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  },
  ...jobIds.map((id): AppRoute => ({
    path: paths.apply(id),
    page: lazyPage(async () => {
      const { applyPage } = await import("../pages/apply/ApplyPage");
      return { default: applyPage(id) };
    }),
    sources: ["src/pages/apply/ApplyPage.tsx"],
    delivery: "prerendered",
    layout: "public",
  })),
  {
    path: paths.login,
    page: lazyPage(() => import("../pages/login/LoginPage")),
    sources: ["src/pages/login/LoginPage.tsx"],
    delivery: "shell",
    layout: "plain",
  },
  ...dashboardRoutes,
  // Only the build reaches them: they are the server's to give.
  ...(import.meta.env.SSR ? answerRoutes : []),
];

/** What answers the addresses below a path that no route has. */
export type Missing = Pick<AppRoute, "page" | "sources"> & { under: string };

const notFound: Missing = {
  under: paths.home,
  page: lazyPage(() => import("../pages/not-found/NotFoundPage")),
  sources: ["src/pages/not-found/NotFoundPage.tsx"],
};

/** What answers any other address: the one whose path goes deepest. */
export const missing: Missing[] = [
  {
    under: paths.projects,
    page: lazyPage(() => import("../pages/not-found/ProjectNotFoundPage")),
    sources: ["src/pages/not-found/ProjectNotFoundPage.tsx"],
  },
  {
    under: paths.services,
    page: lazyPage(() => import("../pages/not-found/ServiceNotFoundPage")),
    sources: ["src/pages/not-found/ServiceNotFoundPage.tsx"],
  },
  notFound,
];

/** The route of an address, which the server looks up letter by letter, too. */
export function findRoute(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matches(path, pathname));
}

/** What answers an address that no route has. */
export function findMissing(pathname: string): Missing {
  return missing.find(({ under }) => matches(`${under}/*`, pathname)) ?? notFound;
}

/** What stands in an address in the place of `:slug`; nothing where its pattern has none. */
export function slugOf(pathname: string): string {
  const route = findRoute(pathname);
  const slug = (route && matches(route.path, pathname)?.params["slug"]) ?? "";
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

function matches(path: string, pathname: string) {
  return matchPath({ path, caseSensitive: true }, pathname);
}
