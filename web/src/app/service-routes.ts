import { type ServiceSlug, services } from "../content/services";
import type { Service } from "../content/services/service";
import { paths } from "../paths";
import { lazyPage } from "./lazy-page";

/** Each service's words in a chunk of their own, so that no page carries those of the others. */
const words: Record<ServiceSlug, () => Promise<Service>> = {
  "website-design": async () => (await import("../content/services/website-design")).websiteDesign,
  website: async () => (await import("../content/services/website")).website,
  "website-applications": async () =>
    (await import("../content/services/website-applications")).websiteApplications,
  "mobile-application": async () =>
    (await import("../content/services/mobile-application")).mobileApplication,
  "digital-marketing": async () =>
    (await import("../content/services/digital-marketing")).digitalMarketing,
  "cloud-hosting": async () => (await import("../content/services/cloud-hosting")).cloudHosting,
};

/** Other addresses that lead to a service. */
const aliases: Record<string, ServiceSlug> = {
  "web-apps": "website-applications",
  "mobile-apps": "mobile-application",
};

function serviceRoute(address: string, slug: ServiceSlug) {
  return {
    path: paths.service(address),
    page: lazyPage(async () => {
      const [{ servicePage }, service] = await Promise.all([
        import("../pages/service/ServicePage"),
        words[slug](),
      ]);
      return { default: servicePage(service) };
    }),
    sources: ["src/pages/service/ServicePage.tsx", `src/content/services/${slug}.ts`],
    delivery: "prerendered" as const,
    layout: "public" as const,
  };
}

/** The page of every service, and those that stand for another. */
export const serviceRoutes = [
  ...services.map(({ slug }) => serviceRoute(slug, slug)),
  ...Object.entries(aliases).map(([address, slug]) => serviceRoute(address, slug)),
];
