import type { Resource } from "@rules/public.js";
import { paths } from "../paths";

/** Where the dashboard shows the forms of one kind. */
export type List = {
  /** The list's address; each record's is below it. */
  path: string;
  /** What the navigation calls it. */
  label: string;
  /** Below which address a record stands outside the dashboard, where it does. */
  outside?: string;
};

/** What is said once a form has been taken: in a toast, and on a page where no script runs. */
export type Thanks = {
  /** The page's address, as the server knows it. */
  path: string;
  heading: string;
  text: string;
  /** Where the page leads on. */
  next: { to: string; label: string };
};

/** What the site says of each kind of stored form, in the dashboard's order. */
export const storedForms: Record<Resource, { list: List; thanks: Thanks }> = {
  consultations: {
    thanks: {
      path: "/answers/sent",
      heading: "Your Consultation Added Successfully",
      text: "Thank you. Someone who builds for a living reads it and writes back.",
      next: { to: paths.home, label: "Go home" },
    },
    list: {
      path: "/dashboard/consultation",
      label: "Consultation",
      outside: "/consultationDetail",
    },
  },
  applications: {
    thanks: {
      path: "/answers/applied",
      heading: "Application Submitted Successfully!",
      text: "Thank you. The person you would work with reads it and answers within five business days.",
      next: { to: paths.careers, label: "Back to open positions" },
    },
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
