import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 80,
  title: "Hustle Freelance Marketplace",
  category: "Web application",
  description: [
    "A marketplace for local designers, developers and writers who are ",
    { bold: "paid the day the work is approved" },
    ".",
  ],
  image: cover,
  alt: "Hustle’s front page with a job being posted, and a week’s pay on a phone",
} satisfies ProjectCard;
