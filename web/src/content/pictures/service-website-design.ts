// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const websiteDesignImage: Picture = {
  name: "website-design-image",
  hash: "10dd458bcc",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteDesignCenter1: Picture = {
  name: "website-design-center-1",
  hash: "03fa6344af",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const websiteDesignCenter2: Picture = {
  name: "website-design-center-2",
  hash: "303c36397d",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
