import anitaShah from "./people/anita-shah.webp?picture";
import simoneArcher from "./people/simone-archer.webp?picture";
import walterDunn from "./people/walter-dunn.webp?picture";
import { common } from "./common";
import { projectCards } from "./projects/cards";
import { sentenceInWords } from "./number-words";
import type { Picture } from "../ui/picture-url";

const count = sentenceInWords(projectCards.length);

/** A client's quote about the agency, on the portfolio. */
export type AgencyTestimonial = {
  name: string;
  title: string;
  message: string;
  image: Picture;
  /** Whole stars. */
  rating: 1 | 2 | 3 | 4 | 5;
};

/** Copy of the portfolio. */
export const portfolio = {
  title: "Our Works | Websites, web apps and mobile apps by Brazoswright",
  description: `${count} projects by Brazoswright, from online stores to a travel app, a job search and an events platform: what each was for and what came of it.`,
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
    lead: `${count} projects from recent years: what they were for, what we built and what came of it.`,
    action: common.allProjects,
  },
  grid: "Projects",
  pages: "Pages of projects",
  testimonials: "What clients say",
  closing: {
    heading: "Yours could be the next one here.",
    text: "Tell us what it should do. A written estimate follows within a week of our first call.",
  },
} as const;

/** The testimonials of the portfolio. */
export const agencyTestimonials: readonly AgencyTestimonial[] = [
  {
    name: "Anita Shah",
    title: "Chief Operating Officer, Lanternfield Clinics",
    message:
      "Six clinics used to have six ways to book a visit. We now have a single one, the nurses had a hand in its design, and patients keep their appointments.",
    image: anitaShah,
    rating: 5,
  },
  {
    name: "Walter Dunn",
    title: "Owner, Dunn & Daughters Hardware",
    message:
      "Fourteen thousand parts, and you can tell every bolt from the next one in the photos. Contractors order from the truck. My daughters run the thing, I just pack boxes.",
    image: walterDunn,
    rating: 5,
  },
  {
    name: "Simone Archer",
    title: "Marketing Director, Gulf Coast Botanic Garden",
    message:
      "Orchid weekend sold out online, and for once there was no line at the gate. We did open two weeks behind schedule, but they warned us in time and told us why.",
    image: simoneArcher,
    rating: 4,
  },
];
