import type { ServiceCard } from "../schema";
import banner from "./banner.webp?picture";

export default {
  order: 40,
  name: "Mobile Applications",
  summary: "iOS and Android apps from one codebase, taken all the way into both stores.",
  banner,
  aliases: ["mobile-apps"],
} satisfies ServiceCard;
