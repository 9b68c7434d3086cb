import { site } from "./site";

/** Copy that all service pages share. */
export const servicePage = {
  keywords: (name: string) => [name, `${name} Texas`, `${name} agency`, site.name],
  estimate: "Request A free Estimate",
  overview: "Overview",
  benefits: "What you get",
  testimonial: "Testimonial",
  faq: "Before you ask",
  advice: {
    heading: "Not sure what you need?",
    text: "Describe the problem rather than the solution. An engineer writes back within one business day and tells you what we would do, even if that is nothing.",
  },
  others: "Our other services",
} as const;
