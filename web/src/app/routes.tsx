import { paths, patterns } from "../paths";
import { type LazyPage, lazyPage } from "./lazy-page";

/** A route of the site and how the server delivers it. */
export type AppRoute = {
  path: string;
  page: LazyPage;
  /**
   * Real HTML from the build, an empty shell for pages that differ by visitor, or the server's answer
   * to a form that was posted without scripts.
   */
  delivery: "prerendered" | "shell" | "answer";
  layout: "public" | "plain" | "dashboard";
  /** The page's module, by which the build finds its chunk. */
  source: string;
  /** Whether the page will soon need the rules. */
  rules?: boolean;
};

const consultations = lazyPage(() => import("../pages/consultations/ConsultationsPage"));

/** The frame of the routes whose layout is "dashboard". */
export const dashboardFrame = lazyPage(() => import("../pages/dashboard/DashboardPage"));

/** Every route: the router, the build and the server all follow this list. */
export const routes: AppRoute[] = [
  {
    path: paths.home,
    page: lazyPage(() => import("../pages/home/HomePage")),
    source: "src/pages/home/HomePage.tsx",
    delivery: "prerendered",
    layout: "public",
  },
  {
    path: paths.contact,
    page: lazyPage(() => import("../pages/contact/ContactPage")),
    source: "src/pages/contact/ContactPage.tsx",
    delivery: "prerendered",
    layout: "public",
    rules: true,
  },
  {
    path: paths.sent,
    page: lazyPage(() => import("../pages/answer/SentPage")),
    source: "src/pages/answer/SentPage.tsx",
    delivery: "answer",
    layout: "public",
  },
  {
    path: paths.refused,
    page: lazyPage(() => import("../pages/answer/RefusedPage")),
    source: "src/pages/answer/RefusedPage.tsx",
    delivery: "answer",
    layout: "public",
  },
  {
    path: paths.login,
    page: lazyPage(() => import("../pages/login/LoginPage")),
    source: "src/pages/login/LoginPage.tsx",
    delivery: "shell",
    layout: "plain",
  },
  {
    path: paths.dashboard,
    page: consultations,
    source: "src/pages/consultations/ConsultationsPage.tsx",
    delivery: "shell",
    layout: "dashboard",
  },
  {
    path: paths.consultations,
    page: consultations,
    source: "src/pages/consultations/ConsultationsPage.tsx",
    delivery: "shell",
    layout: "dashboard",
  },
  {
    path: patterns.consultation,
    page: lazyPage(() => import("../pages/consultation/ConsultationPage")),
    source: "src/pages/consultation/ConsultationPage.tsx",
    delivery: "shell",
    layout: "dashboard",
  },
];

/** What answers any other address. */
export const notFound = {
  page: lazyPage(() => import("../pages/not-found/NotFoundPage")),
  source: "src/pages/not-found/NotFoundPage.tsx",
};
