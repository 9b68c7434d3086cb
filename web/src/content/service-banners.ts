import type { Picture } from "./pictures/picture";
import {
  cloudHostingBanner,
  digitalMarketingBanner,
  mobileApplicationBanner,
  websiteApplicationsBanner,
  websiteBanner,
  websiteDesignBanner,
} from "./pictures/services";
import type { ServiceSlug } from "./services";

/** The banner of each service, as menus show it. */
export const serviceBanners: Readonly<Record<ServiceSlug, Picture>> = {
  "website-design": websiteDesignBanner,
  website: websiteBanner,
  "website-applications": websiteApplicationsBanner,
  "mobile-application": mobileApplicationBanner,
  "digital-marketing": digitalMarketingBanner,
  "cloud-hosting": cloudHostingBanner,
};
