// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteImage: Picture = {
  name: "website-image",
  hash: "990f31424e",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteCenter1: Picture = {
  name: "website-center-1",
  hash: "5c020631b8",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteCenter2: Picture = {
  name: "website-center-2",
  hash: "a76a2d9b3a",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
