import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 30,
  title: "Pocketfare Travel Budget",
  category: "Mobile app",
  description: [
    "A budgeting app for trips that answers one question, ",
    { bold: "what is left for today" },
    ", with or without a signal, alone or in a group.",
  ],
  image: cover,
  alt: "Three phones with Pocketfare’s day plan, budget ring and new expense",
} satisfies ProjectCard;
