import type { ServiceCard } from "../schema";
import banner from "./banner.webp?picture";

export default {
  order: 60,
  name: "Cloud Hosting",
  summary: "Hosting with 99.9% uptime, nightly backups and 24/7 support from engineers.",
  banner,
} satisfies ServiceCard;
