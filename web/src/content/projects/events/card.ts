import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 40,
  title: "Porchlight Events",
  category: "Web application",
  description: [
    "A neighborhood events platform with ",
    { bold: "RSVPs and calendar sync" },
    ": guests answer with one tap, and their own calendars follow every change.",
  ],
  image: cover,
  alt: "Porchlight’s month of events in a browser, and the events of a day on a phone",
} satisfies ProjectCard;
