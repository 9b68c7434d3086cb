import icon from "bootstrap-icons/icons/cloud-check.svg?icon";
import type { ServiceTeaser } from "../schema";

export default {
  title: "Cloud Hosting",
  description:
    "Hosting with 99.9% uptime, nightly backups that are restored for practice, and 24/7 support from people who know your site.",
  icon,
  iconAlt: "A cloud with a check mark",
} satisfies ServiceTeaser;
