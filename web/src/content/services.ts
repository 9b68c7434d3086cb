import { collect } from "./collection";
import type { ServiceCard } from "./services/schema";

/** The services of the agency, for menus and lists. */
export const services = collect(
  import.meta.glob<ServiceCard>("./services/*/card.ts", { import: "default", eager: true }),
);
