import icon from "bootstrap-icons/icons/phone.svg?icon";
import type { ServiceTeaser } from "../schema";

export default {
  title: "Mobile Applications",
  description:
    "iOS and Android apps that do one thing faster than a website could, with or without a signal.",
  icon,
  iconAlt: "A mobile phone",
} satisfies ServiceTeaser;
