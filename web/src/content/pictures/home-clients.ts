// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const clientCarlaMendoza: Picture = {
  name: "client-carla-mendoza",
  hash: "80ab8cdfec",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientMarcusReed: Picture = {
  name: "client-marcus-reed",
  hash: "c254d0ae2e",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientAnjaliMehta: Picture = {
  name: "client-anjali-mehta",
  hash: "129f503662",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientJonahWhitfield: Picture = {
  name: "client-jonah-whitfield",
  hash: "40aa04f78a",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientDeniseAdeyemi: Picture = {
  name: "client-denise-adeyemi",
  hash: "bfef1e031f",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientTomHaverty: Picture = {
  name: "client-tom-haverty",
  hash: "933c467947",
  width: 112,
  height: 112,
  widths: [56, 112],
};
