// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const digitalMarketingImage: Picture = {
  name: "digital-marketing-image",
  hash: "7b214fbc41",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const digitalMarketingCenter1: Picture = {
  name: "digital-marketing-center-1",
  hash: "260a9a6d6d",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const digitalMarketingCenter2: Picture = {
  name: "digital-marketing-center-2",
  hash: "f7d9ccb4ca",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
