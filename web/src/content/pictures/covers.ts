// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const ecommerceCover: Picture = {
  name: "ecommerce-cover",
  hash: "13485d6221",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const travelBudgetCover: Picture = {
  name: "travel-budget-cover",
  hash: "2e0c015f0a",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const allseekSearchCover: Picture = {
  name: "allseek-search-cover",
  hash: "86303ea305",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const foodblogRecipeCover: Picture = {
  name: "foodblog-recipe-cover",
  hash: "f17a08b04f",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const eventsCover: Picture = {
  name: "events-cover",
  hash: "7e8decddd5",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const devcraftBlogCover: Picture = {
  name: "devcraft-blog-cover",
  hash: "949e656157",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const bakerzbiteCover: Picture = {
  name: "bakerzbite-cover",
  hash: "6f3cefb2c1",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const hustleCover: Picture = {
  name: "hustle-cover",
  hash: "aad5c8fcd4",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};

export const heirloomnexusCover: Picture = {
  name: "heirloomnexus-cover",
  hash: "d9fb025787",
  width: 1280,
  height: 960,
  widths: [400, 720, 960, 1280],
};
