import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 50,
  title: "DevCraft Developer Blog",
  category: "Website development",
  description: [
    "A publication for back-end engineers, built with ",
    { bold: "Django and PostgreSQL" },
    ", whose code samples are run before each article goes out.",
  ],
  image: cover,
  alt: "DevCraft’s dark front page with its newest article, and the article on a phone",
} satisfies ProjectCard;
