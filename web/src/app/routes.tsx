import type { ReactNode } from "react";
import { matchPath } from "react-router-dom";
import { openJobs } from "../content/open-jobs";
import { services } from "../content/services";
import { paths } from "../paths";
import { answerRoutes } from "./answer-routes";
import { dashboardRoutes } from "./dashboard-routes";
import { type LazyPage, lazyPage } from "./lazy-page";
import { page, type PageProps, pagesOf } from "./pages";

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

type Loaded = Pick<AppRoute, "page" | "sources">;

function prerendered(path: string, { page: shown, sources }: Loaded): AppRoute {
  return { path, page: shown, sources, delivery: "prerendered", layout: "public" };
}

/** The frame of the routes whose layout is "dashboard". */
export const dashboardLayout = lazyPage<{ children: ReactNode }>(
  () => import("./layout/DashboardLayout"),
);

const projectPages = pagesOf(
  "project/ProjectPage",
  import.meta.glob("../content/projects/*/index.ts", { import: "default" }),
);
const servicePages = pagesOf(
  "service/ServicePage",
  import.meta.glob("../content/services/*/index.ts", { import: "default" }),
);
const jobPages = openJobs(
  pagesOf(
    "apply/ApplyPage",
    import.meta.glob(["../content/jobs/*.ts", "!../content/jobs/schema.ts"], { import: "default" }),
  ),
);

/** A service stands at its own address and at those that are its other names. */
const serviceRoutes = servicePages.flatMap(({ slug, ...loaded }) => {
  const { aliases = [] } = services.find((service) => service.slug === slug) ?? {};
  return [slug, ...aliases].map((name) => prerendered(paths.service(name), loaded));
});

/** Every route: the router, the build and the server all follow this list. */
export const routes: AppRoute[] = [
  prerendered(paths.home, page("home/HomePage")),
  prerendered(paths.projects, page("projects/ProjectsPage")),
  ...projectPages.map((loaded) => prerendered(paths.project(loaded.slug), loaded)),
  prerendered(paths.contact, page("contact/ContactPage")),
  prerendered(paths.about, page("about/AboutPage")),
  ...serviceRoutes,
  prerendered(paths.careers, page("careers/CareersPage")),
  prerendered(paths.hireUs, page("hire-us/HireUsPage")),
  prerendered(paths.faq, page("faq/FaqPage")),
  ...jobPages.map((loaded) => prerendered(paths.apply(loaded.slug), loaded)),
  { path: paths.login, ...page("login/LoginPage"), delivery: "shell", layout: "plain" },
  ...dashboardRoutes,
  { path: paths.account, ...page("account/AccountPage"), delivery: "shell", layout: "dashboard" },
  // Only the build reaches them: they are the server's to give.
  ...(import.meta.env.SSR ? answerRoutes() : []),
];

/** What answers the addresses below a path that no route has. */
export type Missing = Pick<AppRoute, "page" | "sources"> & { under: string };

const notFound: Missing = { under: paths.home, ...page("not-found/NotFoundPage") };

/** What answers any other address: the one whose path goes deepest. */
export const missing: Missing[] = [
  { under: paths.projects, ...page("not-found/ProjectNotFoundPage") },
  { under: paths.services, ...page("not-found/ServiceNotFoundPage") },
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
