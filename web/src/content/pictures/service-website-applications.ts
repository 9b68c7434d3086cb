// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteApplicationsImage: Picture = {
  name: "website-applications-image",
  hash: "5f9070ac0d",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteApplicationsCenter1: Picture = {
  name: "website-applications-center-1",
  hash: "2eca3c1c62",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteApplicationsCenter2: Picture = {
  name: "website-applications-center-2",
  hash: "58526c8562",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
