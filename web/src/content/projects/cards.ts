import { paths } from "../../paths";
import {
  allseekSearchCover,
  bakerzbiteCover,
  devcraftBlogCover,
  ecommerceCover,
  eventsCover,
  foodblogRecipeCover,
  heirloomnexusCover,
  hustleCover,
  travelBudgetCover,
} from "../pictures/covers";
import type { Picture } from "../pictures/picture";
import type { ProjectSlug } from "./slugs";

/** Text of which parts are bold. */
export type RichText = readonly (string | { bold: string })[];

type Category =
  "Website development" | "E-commerce" | "Mobile app" | "Web application" | "Cloud hosting";

/** A project as the portfolio shows it. */
export type ProjectCard = {
  slug: ProjectSlug;
  title: string;
  category: Category;
  description: RichText;
  image: Picture;
  alt: string;
  link: string;
};

/** The portfolio, in its order. */
export const projectCards: readonly ProjectCard[] = [
  card("allseek-search", {
    title: "AllSeek Job Search",
    category: "Web application",
    description: [
      "One search over three job boards and 4,000 company sites, ",
      { bold: "without a single duplicate" },
      ". Every match says what it rests on.",
    ],
    image: allseekSearchCover,
    alt: "AllSeek’s search results with filters and a job in detail, and the same on a phone",
  }),
  card("ecommerce", {
    title: "Maravel Fashion Store",
    category: "E-commerce",
    description: [
      "An online store for a dress label in Austin that remembers each customer’s size and books alterations in the bag. ",
      { bold: "Returns fell by a third." },
    ],
    image: ecommerceCover,
    alt: "Maravel’s page of dresses in a browser, and its shop on a phone",
  }),
  card("travel-budget", {
    title: "Pocketfare Travel Budget",
    category: "Mobile app",
    description: [
      "A budgeting app for trips that answers one question, ",
      { bold: "what is left for today" },
      ", with or without a signal, alone or in a group.",
    ],
    image: travelBudgetCover,
    alt: "Three phones with Pocketfare’s day plan, budget ring and new expense",
  }),
  card("events", {
    title: "Porchlight Events",
    category: "Web application",
    description: [
      "A neighborhood events platform with ",
      { bold: "RSVPs and calendar sync" },
      ": guests answer with one tap, and their own calendars follow every change.",
    ],
    image: eventsCover,
    alt: "Porchlight’s month of events in a browser, and the events of a day on a phone",
  }),
  card("devcraft-blog", {
    title: "DevCraft Developer Blog",
    category: "Website development",
    description: [
      "A publication for back-end engineers, built with ",
      { bold: "Django and PostgreSQL" },
      ", whose code samples are run before each article goes out.",
    ],
    image: devcraftBlogCover,
    alt: "DevCraft’s dark front page with its newest article, and the article on a phone",
  }),
  card("bakerzbite", {
    title: "BakerzBite Bakery Ordering",
    category: "E-commerce",
    description: [
      "Ordering for three bakeries with a live shelf and pick-up slots. The morning line is gone, and ",
      { bold: "unsold bread is down 41%" },
      ".",
    ],
    image: bakerzbiteCover,
    alt: "BakerzBite’s shelf of the day in a browser, and an order on its way on a phone",
  }),
  card("foodblog-recipe", {
    title: "Salt & Season Recipe Blog",
    category: "Website development",
    description: [
      "412 recipes moved to a site that loads in under a second, with a ",
      { bold: "cook mode" },
      " that keeps the screen on and runs every timer at once.",
    ],
    image: foodblogRecipeCover,
    alt: "Salt & Season’s front page with a tomato soup, and cook mode on a phone",
  }),
  card("hustle", {
    title: "Hustle Freelance Marketplace",
    category: "Web application",
    description: [
      "A marketplace for local designers, developers and writers who are ",
      { bold: "paid the day the work is approved" },
      ".",
    ],
    image: hustleCover,
    alt: "Hustle’s front page with a job being posted, and a week’s pay on a phone",
  }),
  card("heirloomnexus", {
    title: "HeirloomNexus Auction House",
    category: "Cloud hosting",
    description: [
      "Live auctions for estates and antiques on infrastructure that grows for the last minute of a lot: ",
      { bold: "no bid lost in two seasons" },
      ".",
    ],
    image: heirloomnexusCover,
    alt: "HeirloomNexus’s estate sale with a live lot, and a vase up for auction on a phone",
  }),
];

function card(slug: ProjectSlug, words: Omit<ProjectCard, "slug" | "link">): ProjectCard {
  return { slug, link: paths.project(slug), ...words };
}

export function projectCard(slug: ProjectSlug): ProjectCard {
  const found = projectCards.find((project) => project.slug === slug);
  if (!found) throw new Error(`There is no card for the project ${slug}.`);
  return found;
}
