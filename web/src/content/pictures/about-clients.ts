// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const clientElenaVogt: Picture = {
  name: "client-elena-vogt",
  hash: "c014861f0e",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientRaymondTully: Picture = {
  name: "client-raymond-tully",
  hash: "c756eb46d2",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientAmeliaCastro: Picture = {
  name: "client-amelia-castro",
  hash: "d5b26a784d",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientHenryOsei: Picture = {
  name: "client-henry-osei",
  hash: "3afa973847",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientMeiSorensen: Picture = {
  name: "client-mei-sorensen",
  hash: "f93f5847ff",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientLuisBarragan: Picture = {
  name: "client-luis-barragan",
  hash: "32c4c4482c",
  width: 112,
  height: 112,
  widths: [56, 112],
};
