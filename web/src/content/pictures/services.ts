// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteDesignBanner: Picture = {
  name: "website-design-banner",
  hash: "1050e61280",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const websiteBanner: Picture = {
  name: "website-banner",
  hash: "16485f366d",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const websiteApplicationsBanner: Picture = {
  name: "website-applications-banner",
  hash: "94b702f474",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const mobileApplicationBanner: Picture = {
  name: "mobile-application-banner",
  hash: "dfba94916d",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const digitalMarketingBanner: Picture = {
  name: "digital-marketing-banner",
  hash: "27655f1704",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const cloudHostingBanner: Picture = {
  name: "cloud-hosting-banner",
  hash: "2b17be1852",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};
