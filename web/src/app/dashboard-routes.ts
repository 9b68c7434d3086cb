import type { Resource } from "@rules/public.js";
import type { Submission } from "../api/submissions";
import type { SubmissionKind } from "../features/submissions/kinds/kind";
import { lists, paths, resources } from "../paths";
import { page, pageWith } from "./pages";

type Kind = SubmissionKind<Submission>;

/** What each list shows, in a file of the resource's name. */
const kinds = import.meta.glob<{ default: Kind }>("../features/submissions/kinds/*.kind.tsx");

const kindFile = (resource: Resource) => `../features/submissions/kinds/${resource}.kind.tsx`;

/** What the list of a resource shows; a resource without its file is a mistake in the code. */
export async function loadKind(resource: Resource): Promise<Kind> {
  const load = kinds[kindFile(resource)];
  if (!load) throw new Error(`The dashboard does not know how to show ${resource}.`);
  return (await load()).default;
}

/** A page about the submissions of a resource. */
function kindRoute(path: string, name: string, resource: Resource) {
  const loadProps = async () => ({ kind: await loadKind(resource) });
  return {
    path,
    ...pageWith(`submissions/${name}`, loadProps, kindFile(resource)),
    delivery: "shell" as const,
  };
}

const listRoutes = resources.map((resource) =>
  kindRoute(lists[resource].path, "ListPage", resource),
);

const [first] = listRoutes;

const recordRoutes = resources.map((resource) =>
  kindRoute(`${lists[resource].path}/:slug`, "RecordPage", resource),
);

/** The routes inside the dashboard, which begins with the first list: the same page at another address. */
export const dashboardRoutes = [
  ...(first ? [{ ...first, path: paths.dashboard }] : []),
  ...listRoutes,
  ...recordRoutes,
  { path: paths.account, ...page("account/AccountPage"), delivery: "shell" as const },
];

/** The routes of records outside the dashboard. */
export const publicRecordRoutes = resources.map((resource) =>
  kindRoute(`${lists[resource].publicPath}/:slug`, "PublicRecordPage", resource),
);
