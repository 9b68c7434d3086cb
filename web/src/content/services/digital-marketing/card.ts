import type { ServiceCard } from "../schema";
import banner from "./banner.webp?picture";

export default {
  order: 50,
  name: "Digital Marketing",
  summary: "Search, content and campaigns, reported in leads and sales rather than in clicks.",
  banner,
} satisfies ServiceCard;
