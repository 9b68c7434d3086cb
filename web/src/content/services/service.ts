import type { Picture } from "../pictures/picture";
import type { ServiceSlug } from "../services";

/** A drawing and what it shows, in words. */
export type Illustration = { picture: Picture; alt: string };

/** A text of its own within a page. */
export type Passage = { heading: string; text: string };

/** All that a service's page says. */
export type Service = {
  slug: ServiceSlug;
  name: string;
  /** What search engines show, and the page's heading. */
  title: string;
  description: string;
  bannerImage: Illustration;
  image: Illustration;
  overview1: string;
  overview2: string;
  center1: Passage;
  center2: Passage;
  centerImage1: Illustration;
  centerImage2: Illustration;
  /** Five of them. */
  benefits: readonly string[];
  testimonial: { quote: string; clientName: string; company: string };
  faq: readonly { question: string; answer: string }[];
};
