// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const digitalMarketingImage: Picture = {
  name: "digital-marketing-image",
  hash: "9dc5a13b16",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const digitalMarketingCenter1: Picture = {
  name: "digital-marketing-center-1",
  hash: "a30db74501",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const digitalMarketingCenter2: Picture = {
  name: "digital-marketing-center-2",
  hash: "6ec28c55e2",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
