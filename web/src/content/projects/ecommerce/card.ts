import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 20,
  title: "Maravel Fashion Store",
  category: "E-commerce",
  description: [
    "An online store for a dress label in Austin that remembers each customer’s size and books alterations in the bag. ",
    { bold: "Returns fell by a third." },
  ],
  image: cover,
  alt: "Maravel’s page of dresses in a browser, and its shop on a phone",
} satisfies ProjectCard;
