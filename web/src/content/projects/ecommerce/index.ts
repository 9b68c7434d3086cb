import type { CaseStudy } from "../schema";
import category from "./category.webp?picture";
import ceo from "./ceo.webp?picture";
import phones from "./phones.webp?picture";
import product from "./product.webp?picture";

/** A fashion store. */
export default {
  description:
    "How a dress label in Austin sold more and took back less: an online store that remembers sizes, books alterations and takes three taps to check out.",
  technologies: ["React", "TypeScript", "Node.js", "PostgreSQL", "Stripe", "Cloudflare"],
  brandName: "Maravel",
  location: "Austin, Texas",
  client: "Maravel Atelier LLC",
  clutchReview: 4.9,
  budget: "$25,000 to $40,000",
  industry: "Fashion retail",
  stack: "React, Node.js and PostgreSQL",
  live: "https://shop.maravel.example",
  insights: {
    problem:
      "Maravel sells dresses in small runs of forty to sixty pieces. Its off-the-shelf store could not say which size would fit, so customers ordered two and sent one back. Three orders in ten came back, and a returned dress was often out of season before it was on the rack again.",
    solution:
      "We built a store around the garment’s measurements instead of its label size. Customers name three pieces that fit them well, and every product page then answers with one size and a reason. Hems are booked in the bag, stock is shared with the atelier’s register, and the checkout works one-handed on a bus.",
    value:
      "Within two seasons returns fell by a third and the average order grew, because people stopped hedging between sizes. The atelier now plans its runs from what customers measured rather than from last year’s guesses.",
  },
  ceoReview:
    "A dress is made of numbers before it is made of cloth, and they understood that at once. I gave my returns shelf to the button drawer.",
  ceoName: "Marisol Vega",
  ceoPosition: "Founder and CEO, Maravel",
  ceoImage: ceo,
  galleryImages: [
    {
      picture: category,
      alt: "Maravel’s category page: dresses on hangers with prices and colors",
    },
    {
      picture: product,
      alt: "The page of a garnet wrap dress, with the size that fits and the reason for it",
    },
    { picture: phones, alt: "The shop and the bag on two phones" },
  ],
  milestones: [
    {
      title: "Measuring the rack",
      description:
        "Two weeks in the atelier: forty garments measured, sixty returns read, one fit model agreed.",
    },
    {
      title: "A clickable store",
      description:
        "Fifteen customers shopped a prototype on their own phones. Most of the filters had to go.",
    },
    {
      title: "Register and store share stock",
      description: "Both sell from one count, so the last dress in size 8 cannot be bought twice.",
    },
    {
      title: "Open for spring",
      description:
        "The store opened with the spring collection and served its first sale without a slow minute.",
    },
  ],
  relatedProjects: ["bakerzbite", "foodblog-recipe", "allseek-search"],
  metrics: [
    { value: "−34%", label: "returned orders" },
    { value: "+22%", label: "average order" },
    { value: "0.9 s", label: "to the first dress on a phone" },
    { value: "3 taps", label: "from rack to checkout" },
  ],
  team: [
    { role: "Product designer" },
    { role: "Front-end engineer" },
    { role: "Back-end engineer" },
    { role: "Quality engineer" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
