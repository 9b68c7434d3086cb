// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const teamAnaDelgado: Picture = {
  name: "team-ana-delgado",
  hash: "99af6babba",
  width: 640,
  height: 640,
  widths: [160, 320, 640],
};

export const teamWesHolloway: Picture = {
  name: "team-wes-holloway",
  hash: "6ee1202bc4",
  width: 640,
  height: 640,
  widths: [160, 320, 640],
};

export const teamGraceNakamura: Picture = {
  name: "team-grace-nakamura",
  hash: "057133b54a",
  width: 640,
  height: 640,
  widths: [160, 320, 640],
};

export const teamSamuelBoateng: Picture = {
  name: "team-samuel-boateng",
  hash: "e8f824ccf6",
  width: 640,
  height: 640,
  widths: [160, 320, 640],
};
