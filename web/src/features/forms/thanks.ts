import type { Resource } from "@rules/public.js";

/** The text after a stored form was sent: in a toast, and on a page where scripts do not run. */
export type Thanks = {
  resource: Resource;
  heading: string;
  text: string;
  /** The link at the end of the page. */
  next: { to: string; label: string };
};
