import type { Resource } from "@rules/public.js";
import type { Submission } from "../api/submissions";
import type { SubmissionKind } from "../features/submissions/kinds/kind";
import { lists, paths, resources } from "../paths";
import { lazyPage } from "./lazy-page";

type Kind = SubmissionKind<Submission>;

/** What each list shows, in a file of the resource's name. */
const kinds = import.meta.glob<{ default: Kind }>("../features/submissions/kinds/*.kind.tsx");

/** What the list of a resource shows; a resource without its file is a mistake in the code. */
export async function loadKind(resource: Resource): Promise<Kind> {
  const load = kinds[`../features/submissions/kinds/${resource}.kind.tsx`];
  if (!load) throw new Error(`The dashboard does not know how to show ${resource}.`);
  return (await load()).default;
}

const sources = (page: string, resource: Resource) => [
  `src/pages/${page}`,
  `src/features/submissions/kinds/${resource}.kind.tsx`,
];

function listRoute(resource: Resource, path: string) {
  return {
    path,
    page: lazyPage(async () => {
      const [{ listPage }, kind] = await Promise.all([
        import("../pages/submissions/ListPage"),
        loadKind(resource),
      ]);
      return { default: listPage(kind) };
    }),
    sources: sources("submissions/ListPage.tsx", resource),
    delivery: "shell" as const,
    layout: "dashboard" as const,
  };
}

function recordRoute(resource: Resource, path: string) {
  return {
    path: `${path}/:slug`,
    page: lazyPage<{ slug: string }>(async () => {
      const [{ recordPage }, kind] = await Promise.all([
        import("../pages/submissions/RecordPage"),
        loadKind(resource),
      ]);
      return { default: recordPage(kind) };
    }),
    sources: sources("submissions/RecordPage.tsx", resource),
    delivery: "shell" as const,
    layout: "dashboard" as const,
  };
}

function publicRecordRoute(resource: Resource, path: string) {
  return {
    path: `${path}/:slug`,
    page: lazyPage<{ slug: string }>(async () => {
      const [{ publicRecordPage }, kind] = await Promise.all([
        import("../pages/submissions/PublicRecordPage"),
        loadKind(resource),
      ]);
      return { default: publicRecordPage(kind) };
    }),
    sources: sources("submissions/PublicRecordPage.tsx", resource),
    delivery: "shell" as const,
    layout: "public" as const,
  };
}

function routesOf(resource: Resource) {
  const { path, outside } = lists[resource];
  return [
    listRoute(resource, path),
    recordRoute(resource, path),
    publicRecordRoute(resource, outside),
  ];
}

const all = resources.flatMap(routesOf);

/** The dashboard begins with the first list: the same page at another address. */
const start = all.slice(0, 1).map(({ page, sources: from }) => ({
  path: paths.dashboard,
  page,
  sources: from,
  delivery: "shell" as const,
  layout: "dashboard" as const,
}));

/** The pages of every list and its records. */
export const dashboardRoutes = [...start, ...all];
