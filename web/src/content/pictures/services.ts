// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteDesignBanner: Picture = {
  name: "website-design-banner",
  hash: "233acff562",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const websiteBanner: Picture = {
  name: "website-banner",
  hash: "7fb7b88fae",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const websiteApplicationsBanner: Picture = {
  name: "website-applications-banner",
  hash: "a987b578e6",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const mobileApplicationBanner: Picture = {
  name: "mobile-application-banner",
  hash: "99656d370e",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const digitalMarketingBanner: Picture = {
  name: "digital-marketing-banner",
  hash: "c153c4767b",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};

export const cloudHostingBanner: Picture = {
  name: "cloud-hosting-banner",
  hash: "8feba793b3",
  width: 1800,
  height: 900,
  widths: [360, 720, 1200, 1800],
};
