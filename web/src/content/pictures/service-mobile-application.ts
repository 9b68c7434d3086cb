// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const mobileApplicationImage: Picture = {
  name: "mobile-application-image",
  hash: "26eeeb1655",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const mobileApplicationCenter1: Picture = {
  name: "mobile-application-center-1",
  hash: "a7e6de8916",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const mobileApplicationCenter2: Picture = {
  name: "mobile-application-center-2",
  hash: "4d06bf5036",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
