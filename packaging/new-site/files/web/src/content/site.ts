/** A link to another site. */
export type ExternalLink = { label: string; href: string };

/** The social networks that the company is on. */
export type SocialNetwork = "facebook" | "instagram" | "linkedin" | "x" | "youtube";

/** The company's name, address and contact details: the only place to change them. */
export const site = {
  name: "Brazoswright",
  origin: "https://www.brazoswright.example",
  place: "Example City",
  tagline: "One sentence about what the company does.",
  phones: [{ label: "(555) 555-0100", href: "tel:+15555550100" }],
  emails: [{ label: "hello@brazoswright.example", href: "mailto:hello@brazoswright.example" }],
  address: {
    street: "1 Example Street",
    city: "Example City 00000",
    country: "United States",
    locality: "Example City",
    region: "EX",
    postalCode: "00000",
    countryCode: "US",
    map: "https://maps.example/",
  },
  scheduling: "https://calendar.example/",
  socials: [{ network: "linkedin", label: "LinkedIn", href: "https://linkedin.example/" }],
  guest: { name: "Guest", email: "guest@brazoswright.example" },
  copyrightYear: 2026,
} as const satisfies {
  phones: ExternalLink[];
  emails: ExternalLink[];
  socials: (ExternalLink & { network: SocialNetwork })[];
  [key: string]: unknown;
};

/** Returns the absolute URL of a path. */
export function absolute(path: string): string {
  return site.origin + path;
}
