// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const mobileApplicationImage: Picture = {
  name: "mobile-application-image",
  hash: "9ee7869085",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const mobileApplicationCenter1: Picture = {
  name: "mobile-application-center-1",
  hash: "1cfc11c643",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};

export const mobileApplicationCenter2: Picture = {
  name: "mobile-application-center-2",
  hash: "3ad72acfa8",
  width: 1320,
  height: 990,
  widths: [360, 640, 880, 1320],
};
