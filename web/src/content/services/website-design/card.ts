import type { ServiceCard } from "../schema";
import banner from "./banner.webp?picture";

export default {
  order: 10,
  name: "Website Design",
  summary: "Pages that explain themselves at a glance, drawn for every screen size.",
  banner,
} satisfies ServiceCard;
