// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const cloudHostingImage: Picture = {
  name: "cloud-hosting-image",
  hash: "70b7a79e60",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const cloudHostingCenter1: Picture = {
  name: "cloud-hosting-center-1",
  hash: "8091673f00",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const cloudHostingCenter2: Picture = {
  name: "cloud-hosting-center-2",
  hash: "11c6d069a4",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
