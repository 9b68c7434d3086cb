// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const clientAnitaShah: Picture = {
  name: "client-anita-shah",
  hash: "c48ace9832",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientWalterDunn: Picture = {
  name: "client-walter-dunn",
  hash: "359964dcbd",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};

export const clientSimoneArcher: Picture = {
  name: "client-simone-archer",
  hash: "47278e4e42",
  width: 224,
  height: 224,
  widths: [56, 112, 224],
};
