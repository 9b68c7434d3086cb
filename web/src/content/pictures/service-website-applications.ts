// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteApplicationsImage: Picture = {
  name: "website-applications-image",
  hash: "6a9178ca2e",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteApplicationsCenter1: Picture = {
  name: "website-applications-center-1",
  hash: "29f0183f72",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteApplicationsCenter2: Picture = {
  name: "website-applications-center-2",
  hash: "14eac0ac83",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
