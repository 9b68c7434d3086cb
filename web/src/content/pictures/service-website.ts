// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteImage: Picture = {
  name: "website-image",
  hash: "1e9ae828fe",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteCenter1: Picture = {
  name: "website-center-1",
  hash: "ca2d389d43",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteCenter2: Picture = {
  name: "website-center-2",
  hash: "35cdfa47ae",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
