/** Copy of the footer. */
export const footer = {
  services: "Our Services",
  company: "Company",
  address: "Find Us",
  rights: "All rights reserved.",
  privacy: "Privacy Policy",
} as const;
