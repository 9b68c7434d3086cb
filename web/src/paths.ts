/** Every address of the site, each once, but for those of stored forms. */
export const paths = {
  home: "/",
  projects: "/project",
  project: (slug: string) => `/project/${encodeURIComponent(slug)}`,
  about: "/about",
  services: "/service",
  service: (slug: string) => `/service/${encodeURIComponent(slug)}`,
  careers: "/careers",
  hireUs: "/hireus",
  faq: "/faq",
  contact: "/contact",
  refused: "/answers/refused",
  apply: (job: string) => `/careers/apply/${encodeURIComponent(job)}`,
  login: "/login",
  dashboard: "/dashboard",
  account: "/dashboard/account",
} as const;
