import type { Resource } from "@rules/public.js";

/** Where the dashboard shows the forms of one kind. */
export type List = {
  /** The list's address; each record's is below it. */
  path: string;
  /** What the navigation calls it. */
  label: string;
  /** Below which address a record stands outside the dashboard, where it does. */
  outside?: string;
};

/** What the site says of each kind of stored form, in the dashboard's order. */
export const storedForms: Record<Resource, { list: List }> = {
  consultations: {
    list: {
      path: "/dashboard/consultation",
      label: "Consultation",
      outside: "/consultationDetail",
    },
  },
  applications: {
    list: {
      path: "/dashboard/application",
      label: "Application",
      outside: "/applicationDetail",
    },
  },
};

/** Every kind of stored form. */
export const resources = Object.keys(storedForms) as Resource[];

/** The address of a record in the dashboard. */
export function recordPath({ path }: List, slug: string): string {
  return `${path}/${encodeURIComponent(slug)}`;
}
