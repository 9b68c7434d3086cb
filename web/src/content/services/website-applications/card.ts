import type { ServiceCard } from "../schema";
import banner from "./banner.webp?picture";

export default {
  order: 30,
  name: "Web Applications",
  summary: "Portals, booking systems and dashboards for work that has outgrown its spreadsheets.",
  banner,
  aliases: ["web-apps"],
} satisfies ServiceCard;
