import type { Picture } from "./pictures/picture";
import {
  cloudHostingBanner,
  digitalMarketingBanner,
  mobileApplicationBanner,
  websiteBanner,
  websiteApplicationsBanner,
  websiteDesignBanner,
} from "./pictures/services";

/** The slugs of the catalogue, in its order. */
export type ServiceSlug =
  | "website-design"
  | "website"
  | "website-applications"
  | "mobile-application"
  | "digital-marketing"
  | "cloud-hosting";

/** A service as menus and cards show it. What only its page says stands in `services/<slug>.ts`. */
export type ServiceSummary = {
  slug: ServiceSlug;
  name: string;
  /** One or two sentences. */
  summary: string;
  banner: Picture;
};

/** Every service that the agency sells. */
export const services: readonly ServiceSummary[] = [
  {
    slug: "website-design",
    name: "Website Design",
    summary: "Pages that say what you do in the first five seconds, drawn for every screen size.",
    banner: websiteDesignBanner,
  },
  {
    slug: "website",
    name: "Website Development",
    summary: "Fast, accessible websites that your own team can update without calling us.",
    banner: websiteBanner,
  },
  {
    slug: "website-applications",
    name: "Web Applications",
    summary: "Portals, booking systems and dashboards that replace the spreadsheet everyone fears.",
    banner: websiteApplicationsBanner,
  },
  {
    slug: "mobile-application",
    name: "Mobile Applications",
    summary: "iOS and Android apps from one codebase, taken all the way into both stores.",
    banner: mobileApplicationBanner,
  },
  {
    slug: "digital-marketing",
    name: "Digital Marketing",
    summary: "Search, content and campaigns, reported in leads and sales rather than in clicks.",
    banner: digitalMarketingBanner,
  },
  {
    slug: "cloud-hosting",
    name: "Cloud Hosting",
    summary:
      "Hosting with 99.9% uptime, daily backups and 24/7 support from people who know your site.",
    banner: cloudHostingBanner,
  },
];
