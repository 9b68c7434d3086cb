/** A link to another site. */
export type ExternalLink = { label: string; href: string };

/** The social networks that the agency is on. */
export type SocialNetwork = "facebook" | "instagram" | "linkedin" | "x" | "youtube";

/** The agency's name, address and contact details: the only place to change them. */
export const site = {
  name: "Brazoswright",
  origin: "https://www.brazoswright.example",
  place: "Richmond, Texas",
  timeZone: "America/Chicago",
  tagline: "Websites, applications and hosting from Richmond, Texas.",
  phones: [
    { label: "(281) 555-0142", href: "tel:+12815550142" },
    { label: "(281) 555-0178", href: "tel:+12815550178" },
  ],
  emails: [
    { label: "hello@brazoswright.example", href: "mailto:hello@brazoswright.example" },
    { label: "projects@brazoswright.example", href: "mailto:projects@brazoswright.example" },
  ],
  address: {
    street: "214 Morton Street, Suite 3",
    city: "Richmond, Texas 77469",
    country: "United States",
    locality: "Richmond",
    region: "TX",
    postalCode: "77469",
    countryCode: "US",
    map: "https://maps.example/?q=214+Morton+Street+Richmond+Texas+77469",
  },
  mapName: "map",
  scheduling: "https://calendar.example/brazoswright/intro-call",
  socials: [
    {
      network: "linkedin",
      label: "LinkedIn",
      href: "https://linkedin.example/company/brazoswright",
    },
    { network: "facebook", label: "Facebook", href: "https://facebook.example/brazoswright" },
    { network: "instagram", label: "Instagram", href: "https://instagram.example/brazoswright" },
    { network: "x", label: "X (Twitter)", href: "https://x.example/brazoswright" },
    { network: "youtube", label: "YouTube", href: "https://youtube.example/@brazoswright" },
  ],
  guest: { name: "Guest", email: "guest@brazoswright.example" },
  copyrightYear: 2024,
  /** The colors of home screens and social pictures, as in `src/ui/styles/tokens.css`. */
  colors: { paper: "#f6f1e7", ink: "#13221c", muted: "#47544c", clay: "#a5452a" },
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
