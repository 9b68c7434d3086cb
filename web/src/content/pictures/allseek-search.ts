// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const allseekSearchResults: Picture = {
  name: "allseek-search-results",
  hash: "ae4df4a7b0",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const allseekSearchTracker: Picture = {
  name: "allseek-search-tracker",
  hash: "035e2b59d9",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const allseekSearchPhones: Picture = {
  name: "allseek-search-phones",
  hash: "8c65475b25",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
