// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const aboutWorkshop: Picture = {
  name: "about-workshop",
  hash: "8945816531",
  width: 1280,
  height: 1067,
  widths: [360, 720, 960, 1280],
};
