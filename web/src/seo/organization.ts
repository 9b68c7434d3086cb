import { absolute, site } from "../content/site";

/** The id of the agency in structured data, by which other entries refer to it. */
export const organizationId = absolute("/#organization");

/** Returns the agency as an `Organization`: name, address and contact. */
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
      addressLocality: site.address.locality,
      addressRegion: site.address.region,
      postalCode: site.address.postalCode,
      addressCountry: site.address.countryCode,
    },
    sameAs: site.socials.map(({ href }) => href),
  };
}
