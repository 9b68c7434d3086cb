import { entrySlug } from "../content/collection";
import type { Job } from "../content/jobs/schema";
import type { CaseStudy } from "../content/projects/schema";
import { services } from "../content/services";
import type { ServiceWords } from "../content/services/schema";
import { paths, publicPages } from "../paths";
import { matchRoutes, type RouteObject } from "../router";
import { answerRoutes } from "./answer-routes";
import { dashboardRoutes, publicRecordRoutes } from "./dashboard-routes";
import { PageOutlet } from "./layout/PageOutlet";
import { PublicLayout } from "./layout/PublicLayout";
import { lazyPage } from "./lazy-page";
import { type LoadedPage, page, pageNamed, pageWith } from "./pages";

/** A route of the site and how the server delivers it. */
export type AppRoute = LoadedPage & {
  path: string;
  /**
   * How the server responds: prerendered HTML, an empty shell for pages that differ by visitor, a
   * response to a form that was posted without scripts, or the page for addresses without a route.
   */
  delivery: "prerendered" | "shell" | "answer" | "missing";
};

const projects = import.meta.glob<CaseStudy>("../content/projects/*/index.ts", {
  import: "default",
});
const serviceWords = import.meta.glob<ServiceWords>("../content/services/*/index.ts", {
  import: "default",
});
const jobs = import.meta.glob<Job>(["../content/jobs/*.ts", "!../content/jobs/schema.ts"], {
  import: "default",
});

/** Returns a route for each entry of a collection, which is passed to the page as a prop. */
function pagesOf<Entry>(
  entries: Record<string, () => Promise<Entry>>,
  name: string,
  props: (slug: string, entry: Entry) => object,
) {
  return Object.entries(entries).map(([file, load]) => {
    const slug = entrySlug(file);
    const loaded = pageWith(name, async () => props(slug, await load()), file);
    return { slug, loaded };
  });
}

function prerendered(path: string, { Component, entryModules }: LoadedPage): AppRoute {
  return { path, Component, entryModules, delivery: "prerendered" };
}

const projectRoutes = pagesOf(projects, "project/ProjectPage", (slug, study) => ({
  slug,
  study,
})).map(({ slug, loaded }) => prerendered(paths.project(slug), loaded));

/** A service has its own address and its aliases. */
const serviceRoutes = pagesOf(serviceWords, "service/ServicePage", (slug, service) => ({
  slug,
  service,
})).flatMap(({ slug, loaded }) => {
  const { aliases = [] } = services.find((service) => service.slug === slug) ?? {};
  return [slug, ...aliases].map((name) => prerendered(paths.service(name), loaded));
});

const jobRoutes = pagesOf(jobs, "apply/ApplyPage", (slug, job) => ({ slug, job })).map(
  ({ slug, loaded }) => prerendered(paths.apply(slug), loaded),
);

const missing = (path: string, name: string): AppRoute => ({
  path,
  ...page(`not-found/${name}`),
  delivery: "missing",
});

const publicRoutes: AppRoute[] = [
  ...Object.entries(publicPages).map(([name, path]) => prerendered(path, pageNamed(name))),
  ...projectRoutes,
  ...serviceRoutes,
  ...jobRoutes,
  ...publicRecordRoutes,
  // Only the build uses these: the server sends them.
  ...(import.meta.env.SSR ? answerRoutes() : []),
  ...(projectRoutes.length > 0 ? [missing(paths.project("*"), "ProjectNotFoundPage")] : []),
  ...(serviceRoutes.length > 0 ? [missing(paths.service("*"), "ServiceNotFoundPage")] : []),
  missing("/*", "NotFoundPage"),
];

const plainRoutes: AppRoute[] = [
  { path: paths.login, ...page("login/LoginPage"), delivery: "shell" },
];

/** Every route. The router, the build and the server use this list. */
export const routes: AppRoute[] = [...publicRoutes, ...plainRoutes, ...dashboardRoutes];

// Case-sensitive, as on the server.
const exact = (route: AppRoute): RouteObject => ({ ...route, caseSensitive: true });

/** The routes in their layouts. */
export const routeTree: RouteObject[] = [
  { Component: PublicLayout, children: publicRoutes.map(exact) },
  { Component: PageOutlet, children: plainRoutes.map(exact) },
  {
    Component: lazyPage(() => import("./layout/DashboardLayout")),
    children: dashboardRoutes.map(exact),
  },
];

/** Returns the layout and the route of an address, or the "missing" route for an unknown one. */
export function matchesOf(pathname: string): RouteObject[] {
  return (matchRoutes(routeTree, pathname) ?? []).map(({ route }) => route);
}
