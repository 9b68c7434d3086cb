import type { CaseStudy } from "../schema";
import builder from "./builder.webp?picture";
import ceo from "./ceo.webp?picture";
import phones from "./phones.webp?picture";
import shop from "./shop.webp?picture";

/** A bakery's ordering site. */
export default {
  description:
    "Online ordering for three bakeries in Richmond and Rosenberg: a live shelf, pickup slots that follow the ovens, and custom cakes priced on the spot.",
  technologies: ["Vue", "TypeScript", "Laravel", "MySQL", "Square API", "Twilio"],
  brandName: "BakerzBite",
  location: "Richmond, Texas",
  client: "Castellano Baking Company",
  clutchReview: 4.8,
  budget: "$12,000 to $18,000",
  industry: "Food and beverage",
  stack: "Vue, Laravel and Square",
  live: "https://bakerzbite.example",
  insights: {
    problem:
      "On Saturdays the line at Jackson Street reached the corner by nine, and a third of those in it wanted something that was sold out. Cake orders were taken on paper and by phone, priced by memory and forgotten twice a month.",
    solution:
      "The site shows what is on the shelf at this minute, read from the cash register. Pickup slots open with the oven plan, so nobody waits for bread that is still rising. The cake builder draws the cake as it is chosen and names the price, the allergens and the first free day.",
    value:
      "Four in ten Saturday orders now come in before the doors open. Less bread is left at six o’clock, and no cake has been forgotten since.",
  },
  ceoReview:
    "You want to know my business, you come at four-thirty and you carry flour. They came. Three mornings. I never had to explain a thing twice.",
  ceoName: "Ray Castellano",
  ceoPosition: "Owner, Castellano Baking Company",
  ceoImage: ceo,
  galleryImages: [
    {
      picture: shop,
      alt: "The shelf of the day with bread and cakes, and pickup slots",
    },
    { picture: builder, alt: "A two-tier cake being put together, with its price" },
    { picture: phones, alt: "What is warm right now, and an order cooling on the rack" },
  ],
  milestones: [
    {
      title: "Before the doors open",
      description: "Three mornings beside the ovens, with a notebook and an apron.",
    },
    {
      title: "The live shelf",
      description: "The register’s count on the site, never more than ten seconds old.",
    },
    {
      title: "The cake builder",
      description: "Thirty past orders rebuilt in it, each at the same price as on paper.",
    },
    {
      title: "All three shops",
      description: "Opened one by one over a month, each with a baker trained to change the shelf.",
    },
  ],
  relatedProjects: ["foodblog-recipe", "ecommerce", "events"],
  metrics: [
    { value: "−41%", label: "unsold bread" },
    { value: "42%", label: "of Saturday orders before opening" },
    { value: "+28%", label: "cake revenue" },
    { value: "0", label: "forgotten cakes" },
  ],
  team: [
    { role: "Designer" },
    { role: "Front-end engineer" },
    { role: "Back-end engineer, Laravel" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
