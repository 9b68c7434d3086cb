import type { JobId } from "./content/job-ids";

/** Every address of the site, each once. */
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
  sent: "/answers/sent",
  applied: "/answers/applied",
  refused: "/answers/refused",
  apply: (jobId: JobId) => `/careers/apply/${encodeURIComponent(jobId)}`,
  login: "/login",
  dashboard: "/dashboard",
  consultations: "/dashboard/consultation",
  consultation: (slug: string) => `/dashboard/consultation/${encodeURIComponent(slug)}`,
  applications: "/dashboard/application",
  application: (slug: string) => `/dashboard/application/${encodeURIComponent(slug)}`,
} as const;

/** Route patterns, for the router alone. */
export const patterns = {
  consultation: "/dashboard/consultation/:slug",
  application: "/dashboard/application/:slug",
  consultationDetail: "/consultationDetail/:slug",
  applicationDetail: "/applicationDetail/:slug",
} as const;
