// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const bakerzbiteShop: Picture = {
  name: "bakerzbite-shop",
  hash: "d18f413587",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const bakerzbiteBuilder: Picture = {
  name: "bakerzbite-builder",
  hash: "f87dcbd6c3",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const bakerzbitePhones: Picture = {
  name: "bakerzbite-phones",
  hash: "bdeb761b33",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
