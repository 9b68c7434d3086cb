import { z } from "zod";
import { picture, text } from "../picture-schema";

/** A service as menus and lists show it. */
export const serviceCard = z.strictObject({
  /** Its place in the catalogue, the lowest first. */
  order: z.number(),
  name: text,
  /** One or two sentences. */
  summary: text,
  banner: picture,
  /** Other addresses that lead to it. */
  aliases: z.array(text).optional(),
});
export type ServiceCard = z.infer<typeof serviceCard>;

/** A service as the home page presents it. */
export const serviceTeaser = z.strictObject({
  title: text,
  description: text,
  /** A drawing that stands for the service. */
  icon: text,
  iconAlt: text,
});
export type ServiceTeaser = z.infer<typeof serviceTeaser>;

/** A drawing and what it shows, in words. */
const illustration = z.strictObject({ picture, alt: text });

/** A text of its own within a page. */
const passage = z.strictObject({ heading: text, text });

/** What only a service's page says. */
export const serviceWords = z.strictObject({
  /** What search engines show, and the page's heading. */
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
