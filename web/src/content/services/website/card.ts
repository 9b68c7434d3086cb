import type { ServiceCard } from "../schema";
import banner from "./banner.webp?picture";

export default {
  order: 20,
  name: "Website Development",
  summary: "Fast, accessible websites that your own team can update without calling us.",
  banner,
} satisfies ServiceCard;
