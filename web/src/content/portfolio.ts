import anitaShah from "./people/anita-shah.webp?picture";
import simoneArcher from "./people/simone-archer.webp?picture";
import walterDunn from "./people/walter-dunn.webp?picture";
import { projectCards } from "./projects/cards";
import { sentenceInWords } from "./number-words";
import type { Picture } from "../ui/picture-url";

const count = sentenceInWords(projectCards.length);

/** What a client says about the agency, beside its portfolio. */
export type AgencyTestimonial = {
  name: string;
  title: string;
  message: string;
  image: Picture;
  /** In whole stars. */
  rating: 1 | 2 | 3 | 4 | 5;
};

/** The words of the portfolio. */
export const portfolio = {
  title: "Our Works | Websites, web apps and mobile apps by Brazoswright",
  description: `${count} projects by Brazoswright: online stores, a travel app, a job search, an events platform and more, each with its problem, solution and results.`,
  keywords: [
    "web development portfolio",
    "e-commerce website examples",
    "mobile app case studies",
    "web application development Texas",
    "cloud hosting projects",
  ],
  banner: {
    eyebrow: "Our works",
    heading: "Built to be used on a Monday.",
    lead: `${count} projects from the past years, with what they were for, what we did and what came of it.`,
    action: "View All Projects",
  },
  grid: "Projects",
  testimonials: "What clients say",
  closing: {
    heading: "Yours could be the next one here.",
    text: "Tell us what it should do. You get a written estimate within two working days.",
  },
} as const;

/** The voices of the portfolio. */
export const agencyTestimonials: readonly AgencyTestimonial[] = [
  {
    name: "Anita Shah",
    title: "Chief Operating Officer, Lanternfield Clinics",
    message:
      "Six clinics had six ways to book a visit. Now there is one, our nurses helped design it, and no-shows are down by a quarter.",
    image: anitaShah,
    rating: 5,
  },
  {
    name: "Walter Dunn",
    title: "Owner, Dunn & Daughters Hardware",
    message:
      "They put 14,000 parts online with photos you can tell apart. Contractors order from the truck, and my daughters run it without calling anyone.",
    image: walterDunn,
    rating: 5,
  },
  {
    name: "Simone Archer",
    title: "Marketing Director, Gulf Coast Botanic Garden",
    message:
      "The ticket shop held up through the orchid weekend that used to take our old site down. It opened two weeks later than planned, for reasons they told us early.",
    image: simoneArcher,
    rating: 4,
  },
];
