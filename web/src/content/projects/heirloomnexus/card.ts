import type { ProjectCard } from "../schema";
import cover from "./cover.webp?picture";

export default {
  order: 90,
  title: "HeirloomNexus Auction House",
  category: "Cloud hosting",
  description: [
    "Live auctions for estates and antiques, on infrastructure that scales up for the last minute of a lot: ",
    { bold: "no bid lost in two seasons" },
    ".",
  ],
  image: cover,
  alt: "HeirloomNexus’s estate sale with a live lot, and a vase up for auction on a phone",
} satisfies ProjectCard;
