import type { CaseStudy } from "../schema";
import ceo from "./ceo.webp?picture";
import spending from "./spending.webp?picture";
import together from "./together.webp?picture";
import trip from "./trip.webp?picture";

/** A travel budgeting app. */
export default {
  description:
    "A travel budgeting app for iOS and Android that works offline, counts in 31 currencies and settles a group’s debts in as few payments as possible.",
  technologies: ["React Native", "TypeScript", "SQLite", "Rust", "PostgreSQL", "AWS"],
  brandName: "Pocketfare",
  location: "Dublin, Ireland",
  client: "Pocketfare Ltd.",
  clutchReview: 4.8,
  budget: "$40,000 to $60,000",
  industry: "Travel and personal finance",
  stack: "React Native with a Rust sync service",
  live: "Not Available",
  insights: {
    problem:
      "Pocketfare’s founders had a spreadsheet that 3,000 travelers used and nobody enjoyed. It needed a signal to open, knew a single currency, and told people what they had spent when they wanted to know what they could still spend today.",
    solution:
      "We designed the app around a single ring: the money left, divided by the days left. An expense takes four seconds to enter and is kept on the phone until there is a network. Groups share a trip, and at its end the app finds the fewest payments that settle it.",
    value:
      "Six months after launch, two thirds of those who start a trip in the app finish it there, and the founders raised their seed round with the retention curve as the first slide.",
  },
  ceoReview:
    "Two agencies told us to park offline sync until after launch. These lads had it running in week six, and I tested it the only honest way, in a field in Connemara.",
  ceoName: "Teddy Okafor",
  ceoPosition: "Co-founder and CEO, Pocketfare",
  ceoImage: ceo,
  galleryImages: [
    {
      picture: spending,
      alt: "The money left on a trip as a ring, and a new expense in euros",
    },
    {
      picture: together,
      alt: "A day’s route on a map with its costs, and who owes whom in a group of four",
    },
    { picture: trip, alt: "Four screens of the app side by side" },
  ],
  milestones: [
    {
      title: "Diaries from nine trips",
      description:
        "Nine travelers kept a diary of every payment. The ring comes from what they asked themselves each morning.",
    },
    {
      title: "Offline first",
      description:
        "Entries merge without conflicts, even when two phones log the same dinner offline.",
    },
    {
      title: "Closed beta",
      description: "Two hundred users in fourteen countries, a build every week, 61 changes.",
    },
    {
      title: "Both stores",
      description: "Accepted by the App Store and Google Play on the first submission.",
    },
  ],
  relatedProjects: ["events", "allseek-search", "ecommerce"],
  metrics: [
    { value: "67%", label: "of trips finished in the app" },
    { value: "4 s", label: "to enter an expense" },
    { value: "31", label: "currencies, offline" },
    { value: "4.8", label: "average store rating" },
  ],
  team: [
    { role: "Product designer" },
    { role: "Mobile engineer, iOS" },
    { role: "Mobile engineer, Android" },
    { role: "Back-end engineer" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
