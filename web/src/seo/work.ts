import { absolute } from "../content/site";
import { organizationId } from "./organization";

/** Returns a `Service` of the agency. */
export function service(work: { name: string; description: string; path: string }): object {
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: work.name,
    description: work.description,
    url: absolute(work.path),
    serviceType: work.name,
    provider: { "@id": organizationId },
  };
}

/** Returns a `CreativeWork` made for a client. */
export function creativeWork(work: {
  name: string;
  description: string;
  path: string;
  image?: string;
  keywords?: readonly string[];
  review?: { body: string; author: string; rating: number };
}): object {
  const { review } = work;
  return {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    name: work.name,
    description: work.description,
    url: absolute(work.path),
    creator: { "@id": organizationId },
    ...(work.image && { image: absolute(work.image) }),
    ...(work.keywords && { keywords: work.keywords.join(", ") }),
    ...(review && {
      review: {
        "@type": "Review",
        reviewBody: review.body,
        author: { "@type": "Person", name: review.author },
        reviewRating: { "@type": "Rating", ratingValue: review.rating, bestRating: 5 },
      },
    }),
  };
}
