import { absolute } from "../content/site";
import { organizationId } from "./organization";

export function service(of: { name: string; description: string; path: string }): object {
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: of.name,
    description: of.description,
    url: absolute(of.path),
    serviceType: of.name,
    provider: { "@id": organizationId },
  };
}

/** Returns a `CreativeWork` made for a client. */
export function creativeWork(of: {
  name: string;
  description: string;
  path: string;
  image?: string;
  keywords?: readonly string[];
  review?: { body: string; author: string; rating: number };
}): object {
  const { review } = of;
  return {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    name: of.name,
    description: of.description,
    url: absolute(of.path),
    creator: { "@id": organizationId },
    ...(of.image && { image: absolute(of.image) }),
    ...(of.keywords && { keywords: of.keywords.join(", ") }),
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
