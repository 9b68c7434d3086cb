import icon from "bootstrap-icons/icons/code-slash.svg?icon";
import type { ServiceTeaser } from "../schema";

export default {
  title: "Website Development",
  description:
    "Fast, accessible websites that are still quick in their third year, with an editor that cannot break the page.",
  icon,
  iconAlt: "Angle brackets of code",
} satisfies ServiceTeaser;
