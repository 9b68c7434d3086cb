import type { Resource } from "@rules/public.js";
import declared from "@rules/resources.json";

/** Every address of the site, each once. `src/app/routes.tsx` has their pages. */
export const paths = {
  home: "/",
  projects: "/project",
  contact: "/contact",
  about: "/about",
  careers: "/careers",
  hireUs: "/hireus",
  faq: "/faq",
  project: (slug: string) => `/project/${encodeURIComponent(slug)}`,
  services: "/service",
  service: (slug: string) => `/service/${encodeURIComponent(slug)}`,
  refused: "/answers/refused",
  apply: (job: string) => `/careers/apply/${encodeURIComponent(job)}`,
  login: "/login",
  dashboard: "/dashboard",
  account: "/dashboard/account",
  insights: "/dashboard/insights",
  /** Only the dev server has it. */
  gallery: "/gallery",
} as const;

/** The addresses of one kind of submission in the dashboard. */
export type List = {
  /** The list's address. A record's address is below it. */
  path: string;
  /** The label in the navigation. */
  label: string;
  /** The parent address of records outside the dashboard. */
  publicPath: string;
};

/** The kinds of submissions, in the dashboard's order. */
export const resources = declared.map(({ table }) => table as Resource);

/** The addresses of each kind, derived from the rules' name of a record. */
export const lists = Object.fromEntries(
  declared.map(({ table, record }): [string, List] => {
    const one = record.toLowerCase();
    return [table, { path: `/dashboard/${one}`, label: record, publicPath: `/${one}Detail` }];
  }),
) as Record<Resource, List>;

/** Returns the address of a record in the dashboard, with the query of the list that contains it. */
export function recordPath({ path }: List, slug: string, query = ""): string {
  return `${path}/${encodeURIComponent(slug)}${query === "?" ? "" : query}`;
}
