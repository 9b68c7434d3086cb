import icon from "bootstrap-icons/icons/vector-pen.svg?icon";
import type { ServiceTeaser } from "../schema";

export default {
  title: "Website Design",
  description:
    "Layouts that say what you do in the first five seconds, drawn for phones first and tried on people who have never heard of you.",
  icon,
  iconAlt: "A drawing pen",
} satisfies ServiceTeaser;
