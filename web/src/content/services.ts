import { collect } from "./collection";
import type { ServiceCard } from "./services/schema";

/** Every service that the agency sells, as menus and lists show it. */
export const services = collect(
  // By the query these are modules of their own, of which nothing but the card is kept.
  import.meta.glob<ServiceCard>("./services/*/index.ts", {
    query: "?card",
    import: "card",
    eager: true,
  }),
);
