import type { Resource } from "@rules/public.js";
import declared from "@rules/resources.json";

/** The addresses of single public pages. `hireUs` is the page in `src/pages/hire-us/HireUsPage.tsx`. */
export const publicPages = {
  home: "/",
  projects: "/project",
  contact: "/contact",
  about: "/about",
  careers: "/careers",
  hireUs: "/hireus",
  faq: "/faq",
} as const;

/** Every address of the site, each once. */
export const paths = {
  ...publicPages,
  project: (slug: string) => `/project/${encodeURIComponent(slug)}`,
  services: "/service",
  service: (slug: string) => `/service/${encodeURIComponent(slug)}`,
  refused: "/answers/refused",
  apply: (job: string) => `/careers/apply/${encodeURIComponent(job)}`,
  login: "/login",
  dashboard: "/dashboard",
  account: "/dashboard/account",
} as const;

/** Where the dashboard shows the forms of one kind. */
export type List = {
  /** The list's address; each record's is below it. */
  path: string;
  /** What the navigation calls it. */
  label: string;
  /** Below which address a record stands outside the dashboard. */
  outside: string;
};

/** Every kind of stored form, in the dashboard's order. */
export const resources = declared.map(({ table }) => table as Resource);

/** Where the dashboard shows each kind, which follows from what the rules call a record of it. */
export const lists = Object.fromEntries(
  declared.map(({ table, record }): [string, List] => {
    const one = record.toLowerCase();
    return [table, { path: `/dashboard/${one}`, label: record, outside: `/${one}Detail` }];
  }),
) as Record<Resource, List>;

/** The address of a record in the dashboard, with the query of the list that it is shown in. */
export function recordPath({ path }: List, slug: string, query = ""): string {
  return `${path}/${encodeURIComponent(slug)}${query === "?" ? "" : query}`;
}
