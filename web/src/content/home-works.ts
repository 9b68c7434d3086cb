import { paths } from "../paths";
import type { Picture } from "../ui/picture-url";
import allseekSearch from "./projects/allseek-search/cover.webp?picture";
import devcraftBlog from "./projects/devcraft-blog/cover.webp?picture";
import ecommerce from "./projects/ecommerce/cover.webp?picture";
import events from "./projects/events/cover.webp?picture";
import travelBudget from "./projects/travel-budget/cover.webp?picture";

/** A project in the home page's showcase. */
export type Work = {
  title: string;
  category: string;
  description: string;
  link: string;
  picture: Picture;
  alt: string;
};

/** The projects of the home page, in order. */
export const works: readonly Work[] = [
  {
    title: "AllSeek Job Search",
    category: "Web application",
    description:
      "A job search platform that reads three boards and 4,000 company sites, and lists each opening once.",
    link: paths.project("allseek-search"),
    picture: allseekSearch,
    alt: "Search results of a job platform with filters beside them",
  },
  {
    title: "Maravel Fashion Store",
    category: "E-commerce",
    description:
      "A fashion e-commerce store that remembers sizes, so that a third fewer dresses come back.",
    link: paths.project("ecommerce"),
    picture: ecommerce,
    alt: "Category page of a fashion store",
  },
  {
    title: "Pocketfare Travel Budget",
    category: "Mobile app",
    description: "A travel budgeting app that keeps counting when the signal is gone.",
    link: paths.project("travel-budget"),
    picture: travelBudget,
    alt: "Three phones with a day plan, what is left of a trip’s budget, and a new expense",
  },
  {
    title: "Porchlight Events",
    category: "Web application",
    description: "An events platform with RSVPs and calendar sync for a city’s neighborhoods.",
    link: paths.project("events"),
    picture: events,
    alt: "Calendar of events with a guest list",
  },
  {
    title: "DevCraft Developer Blog",
    category: "Website development",
    description: "A developer blog built with Django and PostgreSQL, written in plain Markdown.",
    link: paths.project("devcraft-blog"),
    picture: devcraftBlog,
    alt: "Article of a developer blog with a code sample",
  },
];
