import { about } from "../../src/content/about";
import { careers } from "../../src/content/careers";
import { contact } from "../../src/content/contact";
import { faq } from "../../src/content/faq";
import { hireUs } from "../../src/content/hire-us";
import { home } from "../../src/content/home";
import { portfolio } from "../../src/content/portfolio";
import { projectCards } from "../../src/content/projects/cards";
import { services } from "../../src/content/services";
import { paths } from "../../src/paths";
import type { Source } from "../source";

type Words = { eyebrow: string; heading: string };

/** The picture of a page in shared links, with a project's cover or the river. */
function card(path: string, { eyebrow, heading }: Words, screen?: string): Source {
  return {
    name: path === paths.home ? "home" : path.slice(1),
    page: "og/card.html",
    data: { eyebrow, heading, ...(screen && { screen }) },
    uses: screen ? [screen] : [],
    size: [1200, 630],
    widths: [1200],
  };
}

/** A picture for every page that is shared. */
export const cards: readonly Source[] = [
  card(paths.home, home.hero),
  card(paths.projects, portfolio.banner, "allseek-search"),
  card(paths.about, about.hero),
  card(paths.careers, careers),
  card(paths.hireUs, hireUs),
  card(paths.faq, faq),
  card(paths.contact, contact.banner),
  ...services.map(({ slug, name }) =>
    card(paths.service(slug), { eyebrow: "Services", heading: name }),
  ),
  ...projectCards.map(({ slug, category, title, link }) =>
    card(link, { eyebrow: category, heading: title }, slug),
  ),
];
