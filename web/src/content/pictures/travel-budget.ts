// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const travelBudgetSpending: Picture = {
  name: "travel-budget-spending",
  hash: "09914d53a1",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const travelBudgetTogether: Picture = {
  name: "travel-budget-together",
  hash: "802b72fa8a",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const travelBudgetTrip: Picture = {
  name: "travel-budget-trip",
  hash: "d0a41a3887",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
