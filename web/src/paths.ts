/** Every address of the site, each once. */
export const paths = {
  home: "/",
  contact: "/contact",
  sent: "/answers/sent",
  refused: "/answers/refused",
  login: "/login",
  dashboard: "/dashboard",
  consultations: "/dashboard/consultation",
  consultation: (slug: string) => `/dashboard/consultation/${encodeURIComponent(slug)}`,
} as const;

/** Route patterns, for the router alone. */
export const patterns = {
  consultation: "/dashboard/consultation/:slug",
} as const;
