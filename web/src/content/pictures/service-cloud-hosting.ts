// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const cloudHostingImage: Picture = {
  name: "cloud-hosting-image",
  hash: "4d7f4c2f22",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const cloudHostingCenter1: Picture = {
  name: "cloud-hosting-center-1",
  hash: "4b272f4ba8",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const cloudHostingCenter2: Picture = {
  name: "cloud-hosting-center-2",
  hash: "658274d211",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
