import { createContext } from "react";

/** The social picture of a page. */
export type SocialCard = {
  /** Its address. */
  path: string;
  heading: string;
  section?: string | undefined;
  /** The address of a picture next to the heading. */
  picture?: string | undefined;
};

/** What the build needs to know about a page beyond its HTML. */
export type PageData = {
  /** The page's address for search engines. Pages without one are not indexed. */
  canonical?: string;
  noindex?: boolean;
  card?: SocialCard;
  /** Whether the page has a form that the public rules validate. */
  hasForm?: boolean;
};

/** Collects the data of a page while it is prerendered. Does nothing in browsers. */
export const CollectPageData = createContext<(data: PageData) => void>(() => undefined);
