import { paths } from "../paths";
import { services } from "./services";
import type { ServiceTeaser } from "./services/schema";

const teasers = import.meta.glob<ServiceTeaser>("./services/*/teaser.ts", {
  import: "default",
  eager: true,
});

/** The services on the home page. */
export const serviceTeasers = services.flatMap(({ slug }) => {
  const teaser = teasers[`./services/${slug}/teaser.ts`];
  return teaser ? [{ ...teaser, link: paths.service(slug) }] : [];
});

/** A service on the home page. */
export type LinkedTeaser = (typeof serviceTeasers)[number];
