import type { Modules, Source } from "../source";

/** The screens of each project's gallery; projects with none have only a cover. */
const screens = {
  ecommerce: ["category", "product", "phones"],
  "travel-budget": ["spending", "together", "trip"],
  "allseek-search": ["results", "tracker", "phones"],
  "foodblog-recipe": ["home", "recipe", "phones"],
  events: ["month", "event", "phones"],
  "devcraft-blog": ["home", "article", "editor"],
  bakerzbite: ["shop", "builder", "phones"],
  hustle: [],
  heirloomnexus: [],
} as const;

function cover(slug: string): Source {
  return {
    name: `${slug}-cover`,
    page: `${slug}/cover.html`,
    size: [1280, 960],
    widths: [400, 720, 960, 1280],
  };
}

function screen(slug: string, name: string): Source {
  return {
    name: `${slug}-${name}`,
    page: `${slug}/${name}.html`,
    size: [1440, 900],
    widths: [480, 800, 1200, 1680],
  };
}

const galleries = Object.entries(screens)
  .filter(([, names]) => names.length > 0)
  .map(([slug, names]) => [slug, names.map((name) => screen(slug, name))] as const);

/** The work done for clients, drawn as it looks. */
export const pictures: Modules = {
  covers: Object.keys(screens).map(cover),
  ...Object.fromEntries(galleries),
};
