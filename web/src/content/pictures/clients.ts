// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const clientMarisolVega: Picture = {
  name: "client-marisol-vega",
  hash: "593572f779",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientTeddyOkafor: Picture = {
  name: "client-teddy-okafor",
  hash: "51e34a7159",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientJoannaPruitt: Picture = {
  name: "client-joanna-pruitt",
  hash: "7122d965d3",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientHazelLindqvist: Picture = {
  name: "client-hazel-lindqvist",
  hash: "1e477dcbfd",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientAndreWhitlock: Picture = {
  name: "client-andre-whitlock",
  hash: "17a586a384",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientRayCastellano: Picture = {
  name: "client-ray-castellano",
  hash: "0074b24006",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};
