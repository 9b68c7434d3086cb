import type { Resource } from "@rules/public.js";
import type { Submission } from "../api/submissions";
import type { SubmissionKind } from "../features/submissions/kinds/kind";
import { lists, paths, resources } from "../paths";
import { page, pageWith } from "./pages";

type Kind = SubmissionKind<Submission>;

/** The presentation of each resource, in a file of the resource's name. */
const kinds = import.meta.glob<{ default: Kind }>("../features/submissions/kinds/*.kind.tsx");

const kindFile = (resource: Resource) => `../features/submissions/kinds/${resource}.kind.tsx`;

/** Returns the presentation of a resource. Throws if its file is missing. */
export async function loadKind(resource: Resource): Promise<Kind> {
  const load = kinds[kindFile(resource)];
  if (!load) throw new Error(`The dashboard has no presentation for ${resource}.`);
  return (await load()).default;
}

/** Returns a page about the submissions of a resource. */
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

/** The routes of the dashboard. Its start page is the first list, at a second address. */
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
