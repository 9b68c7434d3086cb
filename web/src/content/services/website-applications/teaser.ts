import icon from "bootstrap-icons/icons/columns-gap.svg?icon";
import type { ServiceTeaser } from "../schema";

export default {
  title: "Web Applications",
  description:
    "Portals, booking systems and dashboards, shaped around the way your people already work.",
  icon,
  iconAlt: "Panels of a dashboard",
} satisfies ServiceTeaser;
