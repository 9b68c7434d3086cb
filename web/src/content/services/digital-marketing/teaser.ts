import icon from "bootstrap-icons/icons/graph-up-arrow.svg?icon";
import type { ServiceTeaser } from "../schema";

export default {
  title: "Digital Marketing",
  description:
    "Search, content and campaigns that start small, and grow only where they pay for themselves.",
  icon,
  iconAlt: "A rising graph",
} satisfies ServiceTeaser;
