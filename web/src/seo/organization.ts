import { absolute, site } from "../content/site";

/** The agency as search engines know it; everything else refers to it by this id. */
export const organizationId = absolute("/#organization");

/** The agency: its name, where it is and how it is reached. */
export function organization(): object {
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    "@id": organizationId,
    name: site.name,
    url: absolute("/"),
    description: site.tagline,
    logo: absolute("/icon-512.png"),
    image: absolute("/og/home.jpg"),
    email: site.emails[0].label,
    telephone: site.phones[0].href.replace("tel:", ""),
    priceRange: "$$",
    address: {
      "@type": "PostalAddress",
      streetAddress: site.address.street,
      addressLocality: "Richmond",
      addressRegion: "TX",
      postalCode: "77469",
      addressCountry: "US",
    },
    sameAs: site.socials.map(({ href }) => href),
  };
}
