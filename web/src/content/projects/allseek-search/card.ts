import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 10,
  title: "AllSeek Job Search",
  category: "Web application",
  description: [
    "One search over three job boards and 4,000 company sites, ",
    { bold: "without a single duplicate" },
    ". Every match states its reasons.",
  ],
  image: cover,
  alt: "AllSeek’s search results with filters and a job in detail, and the same on a phone",
} satisfies ProjectCard;
