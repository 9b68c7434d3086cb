// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const digitalMarketingImage: Picture = {
  name: "digital-marketing-image",
  hash: "bd852dffd2",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const digitalMarketingCenter1: Picture = {
  name: "digital-marketing-center-1",
  hash: "7e37dfd6e9",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const digitalMarketingCenter2: Picture = {
  name: "digital-marketing-center-2",
  hash: "f5b9c442d9",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
