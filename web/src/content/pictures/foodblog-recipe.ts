// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const foodblogRecipeHome: Picture = {
  name: "foodblog-recipe-home",
  hash: "835bcdf688",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const foodblogRecipeRecipe: Picture = {
  name: "foodblog-recipe-recipe",
  hash: "67cf7ad97f",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const foodblogRecipePhones: Picture = {
  name: "foodblog-recipe-phones",
  hash: "749c18e017",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
