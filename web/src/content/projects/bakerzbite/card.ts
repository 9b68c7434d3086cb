import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 60,
  title: "BakerzBite Bakery Ordering",
  category: "E-commerce",
  description: [
    "Ordering for three bakeries with a live shelf and pickup slots. The morning line is gone, and ",
    { bold: "unsold bread is down 41%" },
    ".",
  ],
  image: cover,
  alt: "BakerzBite’s shelf of the day in a browser, and an order on its way on a phone",
} satisfies ProjectCard;
