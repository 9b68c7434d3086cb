// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const aboutWorkshop: Picture = {
  name: "about-workshop",
  hash: "2255e2316d",
  width: 1280,
  height: 1067,
  widths: [360, 640, 960, 1280],
};
