import type { Resource } from "@rules/public.js";
import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router-dom";
import type { Submission } from "../api/submissions";
import { entrySlug } from "../content/collection";
import type { Job } from "../content/jobs/schema";
import type { CaseStudy } from "../content/projects/schema";
import { services } from "../content/services";
import type { ServiceWords } from "../content/services/schema";
import type { Thanks } from "../features/forms/thanks";
import type { SubmissionKind } from "../features/submissions/kinds/kind";
import { lists, paths, resources } from "../paths";
import { PageOutlet } from "./layouts/PageOutlet";
import { PublicLayout } from "./layouts/public/PublicLayout";
import { type LazyPage, lazyPage } from "./lazy-page";

/** A route of the site and how the server delivers it. */
export type AppRoute = {
  path: string;
  Component: LazyPage;
  /**
   * How the server responds: prerendered HTML, an empty shell for pages that differ by visitor, a
   * response to a form that was posted without scripts, or the page for addresses without a route.
   */
  delivery: "prerendered" | "shell" | "answer" | "missing";
  /** The file with the page's content, if that is in a chunk of its own. */
  content?: string;
};

/** Pages by their addresses. */
type Pages = Record<string, LazyPage>;

function routesOf(delivery: AppRoute["delivery"], pages: Pages): AppRoute[] {
  return Object.entries(pages).map(([path, Component]) => ({ path, Component, delivery }));
}

const publicPages: Pages = {
  [paths.home]: lazyPage(() => import("../pages/home/HomePage")),
  [paths.projects]: lazyPage(() => import("../pages/projects/ProjectsPage")),
  [paths.contact]: lazyPage(() => import("../pages/contact/ContactPage")),
  [paths.about]: lazyPage(() => import("../pages/about/AboutPage")),
  [paths.careers]: lazyPage(() => import("../pages/careers/CareersPage")),
  [paths.hireUs]: lazyPage(() => import("../pages/hire-us/HireUsPage")),
  [paths.faq]: lazyPage(() => import("../pages/faq/FaqPage")),
};

/** The page for an address that does not exist. */
function notFoundPage(missing: "page" | "project" | "service"): LazyPage {
  return lazyPage(
    () => import("../pages/not-found/NotFoundPage"),
    async () => ({ missing }),
  );
}

/** The page of each entry of a collection. */
function collectionRoutes<Content>(
  files: Record<string, () => Promise<Content>>,
  pathsOf: (slug: string) => string[],
  page: (slug: string, load: () => Promise<Content>) => LazyPage,
): AppRoute[] {
  return Object.entries(files).flatMap(([content, load]) => {
    const slug = entrySlug(content);
    const Component = page(slug, load);
    return pathsOf(slug).map((path): AppRoute => {
      return { path, Component, delivery: "prerendered", content };
    });
  });
}

const projectRoutes = collectionRoutes(
  import.meta.glob<CaseStudy | undefined>("../content/projects/*/index.ts", { import: "default" }),
  (slug) => [paths.project(slug)],
  (slug, load) =>
    lazyPage(
      () => import("../pages/project/ProjectPage"),
      async () => ({ slug, study: await load() }),
    ),
);

const serviceRoutes = collectionRoutes(
  import.meta.glob<ServiceWords>("../content/services/*/index.ts", { import: "default" }),
  (slug) => {
    const { aliases = [] } = services.find((service) => service.slug === slug) ?? {};
    return [slug, ...aliases].map(paths.service);
  },
  (slug, load) =>
    lazyPage(
      () => import("../pages/service/ServicePage"),
      async () => ({ slug, service: await load() }),
    ),
);

const jobRoutes = collectionRoutes(
  import.meta.glob<Job>(["../content/jobs/*.ts", "!../content/jobs/schema.ts"], {
    import: "default",
  }),
  (slug) => [paths.apply(slug)],
  (slug, load) =>
    lazyPage(
      () => import("../pages/apply/ApplyPage"),
      async () => ({ slug, job: await load() }),
    ),
);

const missingPages: Pages = {
  ...(projectRoutes.length > 0 && {
    [paths.project("*")]: notFoundPage("project"),
  }),
  ...(serviceRoutes.length > 0 && {
    [paths.service("*")]: notFoundPage("service"),
  }),
  "/*": notFoundPage("page"),
};

const plainPages: Pages = {
  [paths.login]: lazyPage(() => import("../pages/login/LoginPage")),
};

type Kind = SubmissionKind<Submission>;

/** The presentation of each resource, in a file of the resource's name. */
const kinds = import.meta.glob<Kind>("../features/submissions/kinds/*.kind.tsx", {
  import: "default",
});

/** Returns the presentation of a resource. Throws if its file is missing. */
export async function loadKind(resource: Resource): Promise<Kind> {
  const load = kinds[`../features/submissions/kinds/${resource}.kind.tsx`];
  if (!load) throw new Error(`The dashboard has no presentation for ${resource}.`);
  return load();
}

/** Returns the same page for each resource. */
function kindPages(
  pathOf: (resource: Resource) => string,
  load: () => Promise<{ default: ComponentType<{ kind: Kind }> }>,
): Pages {
  return Object.fromEntries(
    resources.map((resource) => {
      const page = lazyPage(load, async () => ({ kind: await loadKind(resource) }));
      return [pathOf(resource), page];
    }),
  );
}

const listPages = kindPages(
  (resource) => lists[resource].path,
  () => import("../pages/submissions/ListPage"),
);
const [firstList] = Object.values(listPages);

const dashboardPages: Pages = {
  ...(firstList && { [paths.dashboard]: firstList }),
  ...listPages,
  ...kindPages(
    (resource) => `${lists[resource].path}/:slug`,
    () => import("../pages/submissions/RecordPage"),
  ),
  [paths.account]: lazyPage(() => import("../pages/account/AccountPage")),
  [paths.insights]: lazyPage(() => import("../pages/insights/InsightsPage")),
};

/** Records outside the dashboard. */
const publicRecordPages = kindPages(
  (resource) => `${lists[resource].publicPath}/:slug`,
  () => import("../pages/submissions/PublicRecordPage"),
);

/** The success message of each form, which the form's file exports. */
const allThanks = import.meta.glob<Thanks | undefined>(
  ["../features/*/*Form.tsx", "../pages/*/*Page.tsx"],
  { import: "thanks" },
);

/** Returns the success message of a resource's form. Throws if no form exports one. */
async function loadThanks(resource: Resource): Promise<Thanks> {
  const all = await Promise.all(Object.values(allThanks).map((load) => load()));
  const found = all.find((thanks) => thanks?.resource === resource);
  if (!found) throw new Error(`No form exports "thanks" with the resource "${resource}".`);
  return found;
}

/** The responses to forms that were posted without scripts. The server derives the same addresses. */
const answerPages = (): Pages => ({
  ...Object.fromEntries(
    resources.map((resource) => [
      `/answers/${resource}`,
      lazyPage(
        () => import("../pages/answer/ThanksPage"),
        async () => ({ thanks: await loadThanks(resource) }),
      ),
    ]),
  ),
  [paths.refused]: lazyPage(() => import("../pages/answer/RefusedPage")),
});

const publicRoutes = [
  ...routesOf("prerendered", publicPages),
  ...projectRoutes,
  ...serviceRoutes,
  ...jobRoutes,
  // Only the build uses these: the server sends them.
  ...(import.meta.env.SSR ? routesOf("answer", answerPages()) : []),
  ...routesOf("missing", missingPages),
];
const publicRecordRoutes = routesOf("shell", publicRecordPages);
const plainRoutes = routesOf("shell", plainPages);
const dashboardRoutes = routesOf("shell", dashboardPages);

/** Every route. The router, the build and the server use this list. */
export const routes: AppRoute[] = [
  ...publicRoutes,
  ...publicRecordRoutes,
  ...plainRoutes,
  ...dashboardRoutes,
];

// Case-sensitive, as on the server.
const exact = (route: AppRoute): RouteObject => ({ ...route, caseSensitive: true });

/** The routes in their layouts. */
export const routeTree: RouteObject[] = [
  {
    Component: PublicLayout,
    children: [
      ...publicRoutes.map(exact),
      {
        Component: lazyPage(() => import("./layouts/record/PublicRecordLayout")),
        children: publicRecordRoutes.map(exact),
      },
    ],
  },
  { Component: PageOutlet, children: plainRoutes.map(exact) },
  {
    Component: lazyPage(() => import("./layouts/dashboard/DashboardLayout")),
    children: dashboardRoutes.map(exact),
  },
  // No build has this page.
  ...(import.meta.env.DEV
    ? [{ path: paths.gallery, Component: lazyPage(() => import("../gallery/GalleryPage")) }]
    : []),
];

/** Returns the layout and the route of an address, or the "missing" route for an unknown one. */
export function matchesOf(pathname: string): RouteObject[] {
  return (matchRoutes(routeTree, pathname) ?? []).map(({ route }) => route);
}

/** Loads the chunks of the page at an address and of its layout. */
export async function preloadPage(pathname: string): Promise<void> {
  const components = matchesOf(pathname).map(({ Component }) => Component as Partial<LazyPage>);
  await Promise.all(components.map((component) => component.preload?.()));
}
