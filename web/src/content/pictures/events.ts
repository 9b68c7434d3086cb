// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const eventsMonth: Picture = {
  name: "events-month",
  hash: "8df2402812",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const eventsEvent: Picture = {
  name: "events-event",
  hash: "3d88e78e0e",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const eventsPhones: Picture = {
  name: "events-phones",
  hash: "f48d968e68",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
