// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteImage: Picture = {
  name: "website-image",
  hash: "4af7937859",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteCenter1: Picture = {
  name: "website-center-1",
  hash: "26bbaf8fd1",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteCenter2: Picture = {
  name: "website-center-2",
  hash: "1beb322246",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
