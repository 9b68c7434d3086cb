// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteDesignImage: Picture = {
  name: "website-design-image",
  hash: "cb4f52d5e9",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteDesignCenter1: Picture = {
  name: "website-design-center-1",
  hash: "07f55ff04e",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteDesignCenter2: Picture = {
  name: "website-design-center-2",
  hash: "f2ae59c07d",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
