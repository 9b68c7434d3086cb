// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const clientNadiaPetrov: Picture = {
  name: "client-nadia-petrov",
  hash: "4a9f99a7aa",
  width: 112,
  height: 112,
  widths: [56, 112],
};

export const clientCalebWinters: Picture = {
  name: "client-caleb-winters",
  hash: "8e162b68cd",
  width: 112,
  height: 112,
  widths: [56, 112],
};
