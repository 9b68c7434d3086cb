import { collect } from "./collection";
import type { ServiceCard } from "./services/schema";

/** The services of the agency, for menus and lists. */
export const services = collect(
  // The query makes each card a module of its own, without the rest of the page.
  import.meta.glob<ServiceCard>("./services/*/index.ts", {
    query: "?card",
    import: "card",
    eager: true,
  }),
);
