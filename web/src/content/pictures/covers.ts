// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const ecommerceCover: Picture = {
  name: "ecommerce-cover",
  hash: "33a2e0f54a",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const travelBudgetCover: Picture = {
  name: "travel-budget-cover",
  hash: "645467fdee",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const allseekSearchCover: Picture = {
  name: "allseek-search-cover",
  hash: "51bc4ad922",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const foodblogRecipeCover: Picture = {
  name: "foodblog-recipe-cover",
  hash: "239a2de974",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const eventsCover: Picture = {
  name: "events-cover",
  hash: "99b5487f29",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const devcraftBlogCover: Picture = {
  name: "devcraft-blog-cover",
  hash: "5345500028",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const bakerzbiteCover: Picture = {
  name: "bakerzbite-cover",
  hash: "d66d76c4b3",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const hustleCover: Picture = {
  name: "hustle-cover",
  hash: "5a76deb770",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};

export const heirloomnexusCover: Picture = {
  name: "heirloomnexus-cover",
  hash: "7c142cdbd7",
  width: 1280,
  height: 960,
  widths: [400, 640, 960, 1280],
};
