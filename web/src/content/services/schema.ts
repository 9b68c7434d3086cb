import { z } from "zod";
import { icon, picture, text } from "../picture-schema";

/** A service's card in menus and lists. */
export const serviceCard = z.strictObject({
  /** Position in the catalog, lowest first. */
  order: z.number(),
  name: text,
  /** One or two sentences. */
  summary: text,
  banner: picture,
  /** Further slugs that show the same page. */
  aliases: z.array(text).optional(),
});
export type ServiceCard = z.infer<typeof serviceCard>;

/** A service's teaser on the home page. */
export const serviceTeaser = z.strictObject({
  title: text,
  description: text,
  /** An illustration of the service. */
  icon,
  iconAlt: text,
});
export type ServiceTeaser = z.infer<typeof serviceTeaser>;

/** A picture with its alternative text. */
const illustration = z.strictObject({ picture, alt: text });

/** A section with a heading, text and picture. */
const passage = z.strictObject({ heading: text, text });

/** The content of a service's page. */
export const serviceWords = z.strictObject({
  /** The title in search results, and the page's heading. */
  title: text,
  description: text,
  bannerImage: illustration,
  image: illustration,
  overview1: text,
  overview2: text,
  center1: passage,
  center2: passage,
  centerImage1: illustration,
  centerImage2: illustration,
  benefits: z.array(text).length(5),
  testimonial: z.strictObject({ quote: text, clientName: text, company: text }),
  faq: z.array(z.strictObject({ question: text, answer: text })),
});
export type ServiceWords = z.infer<typeof serviceWords>;
