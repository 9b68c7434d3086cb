import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 70,
  title: "Salt & Season Recipe Blog",
  category: "Website development",
  description: [
    "412 recipes moved to a site that loads in under a second, with a ",
    { bold: "cook mode" },
    " that keeps the screen on and runs every timer at once.",
  ],
  image: cover,
  alt: "Salt & Season’s front page with a tomato soup, and cook mode on a phone",
} satisfies ProjectCard;
