// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const devcraftBlogHome: Picture = {
  name: "devcraft-blog-home",
  hash: "2d35a67c6d",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const devcraftBlogArticle: Picture = {
  name: "devcraft-blog-article",
  hash: "e6c24a8c1d",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const devcraftBlogEditor: Picture = {
  name: "devcraft-blog-editor",
  hash: "44b8b194c2",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
