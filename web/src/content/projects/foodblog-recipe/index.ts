import type { CaseStudy } from "../schema";
import ceo from "./ceo.webp?picture";
import home from "./home.webp?picture";
import phones from "./phones.webp?picture";
import recipe from "./recipe.webp?picture";

/** A recipe blog. */
export default {
  description:
    "412 recipes and twelve years of comments moved to a recipe blog that loads in under a second, scales every quantity and cooks along on the phone.",
  technologies: ["Astro", "TypeScript", "Sanity", "Cloudflare Pages", "Schema.org"],
  brandName: "Salt & Season",
  location: "Halifax, Nova Scotia",
  client: "Salt & Season Media",
  clutchReview: 5,
  budget: "$7,000 to $10,000",
  industry: "Food publishing",
  stack: "Astro with Sanity as the editor",
  live: "https://saltandseason.example",
  insights: {
    problem:
      "After twelve years and four generations of plug-ins, a recipe took nine seconds to appear on a phone, behind two pop-ups. Readers printed pages to avoid the site, search engines had stopped showing the photos, and changing a quantity meant editing it in three places.",
    solution:
      "Recipes became data: ingredients, amounts, steps and timers, each written once. From that the site makes the page, the shopping list, the scaled quantities and the structured data that search engines read. Cook mode shows one step at a time, keeps the screen on and runs all timers.",
    value:
      "Traffic from search grew by almost half in the first season without a new recipe, and publishing a recipe takes twenty minutes instead of an afternoon.",
  },
  ceoReview:
    "Everyone warned me that a rebuild would cost me my readers. On Monday morning I had one letter of complaint, from a gentleman who missed the pop-ups. I have written back to him kindly.",
  ceoName: "Hazel Lindqvist",
  ceoPosition: "Editor and owner, Salt & Season",
  ceoImage: ceo,
  galleryImages: [
    {
      picture: home,
      alt: "The front page with a roast tomato soup and four recipes in season",
    },
    {
      picture: recipe,
      alt: "A pasta recipe with its steps, and ingredients that can be checked off and scaled",
    },
    { picture: phones, alt: "Cook mode with a timer, and the week’s shopping list" },
  ],
  milestones: [
    {
      title: "412 recipes become data",
      description: "Our own parser took them apart; the editor corrected 31 by hand.",
    },
    {
      title: "Tested with flour on hands",
      description: "Six readers cooked from a prototype in their own kitchens while we watched.",
    },
    {
      title: "A quiet move",
      description: "Every old address leads to its new page. Nobody landed on an error page.",
    },
  ],
  relatedProjects: ["bakerzbite", "devcraft-blog", "ecommerce"],
  metrics: [
    { value: "0.8 s", label: "to a readable recipe on a phone" },
    { value: "+46%", label: "visits from search" },
    { value: "100", label: "accessibility score" },
    { value: "20 min", label: "to publish a recipe" },
  ],
  team: [
    { role: "Designer" },
    { role: "Front-end engineer" },
    { role: "Content engineer" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
