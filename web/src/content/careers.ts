import type { JobId } from "./job-ids";

/** How a job is worked. */
export type JobTime = "Remote" | "Full Time" | "Hybrid" | "Contract";

/** An open job. */
export type Job = {
  id: JobId;
  title: string;
  time: JobTime;
  description: string;
  location: string;
  /** The state's postal code, for a job that is done in one. */
  region?: string;
  /** The day it was opened, as YYYY-MM-DD. */
  posted: string;
};

/** The words of the careers page. */
export const careers = {
  title: "Careers at Brazoswright | Design and engineering jobs",
  description:
    "Six open jobs for designers, engineers and product people at Brazoswright, a small web and software studio in Richmond, Texas. Apply online with your CV.",
  keywords: [
    "web agency jobs Texas",
    "frontend developer job",
    "Node.js developer remote",
    "product designer job",
    "Brazoswright careers",
  ],
  eyebrow: "We Are Hiring",
  heading: "Do the best work of your week, then go home.",
  lead: "We are a small team that ships real software for real companies, reads each other’s work, and closes the laptop at six. Pick a job below and send us your CV.",
  reasons: {
    heading: "Why Work With Us",
    items: [
      {
        title: "People-First Culture",
        text: "Four-hour meeting limit a week, no on-call without pay, and a lead who has time for you. You choose where you sit and what machine you work on.",
      },
      {
        title: "Challenging Projects",
        text: "Freight dispatch one month, a school’s enrollment day the next. You meet the people who use what you make, and you see it through to launch.",
      },
      {
        title: "Room to Grow",
        text: "A $2,000 learning budget, every other Friday for your own craft, and a written ladder that says what the next step takes and what it pays.",
      },
    ],
  },
  openings: {
    heading: "Open positions",
    text: "Every application is read by the person you would work with. You hear back within five business days, whatever the answer.",
  },
  process: {
    heading: "What happens after you apply",
    steps: [
      "We read your CV and letter, and answer within five business days.",
      "A 40-minute call with the person who would be your lead.",
      "A paid half-day on a small real task, at a time that suits you.",
      "An offer in writing, with the salary you were told on the first call.",
    ],
  },
} as const;

/** Every open job. */
export const jobs: readonly Job[] = [
  {
    id: "ui-ux-product-designer",
    title: "UI/UX & Product Designer",
    time: "Remote",
    location: "Texas US",
    region: "TX",
    posted: "2026-10-05",
    description:
      "Own a product from the first interview to the shipped screen. You sketch in the open, test with five people before you polish, and hand engineers states rather than pictures.",
  },
  {
    id: "frontend-web-developer",
    title: "Frontend Web Developer",
    time: "Full Time",
    location: "California US",
    region: "CA",
    posted: "2026-10-05",
    description:
      "Build interfaces in React and TypeScript that are quick on a three-year-old phone and clear to a screen reader. You care about the last ten percent and you measure it.",
  },
  {
    id: "backend-developer-nodejs",
    title: "Backend Developer Node.js",
    time: "Remote",
    location: "Remote",
    posted: "2026-10-12",
    description:
      "Design the APIs and the Postgres schemas behind our web applications in Node.js. You write migrations that can be undone and tests that a colleague can read.",
  },
  {
    id: "devops-engineer",
    title: "DevOps Engineer",
    time: "Hybrid",
    location: "New York US",
    region: "NY",
    posted: "2026-10-12",
    description:
      "Keep forty client sites at 99.9% without heroics: infrastructure as code, boring deployments, backups that have been restored, and alerts that mean something.",
  },
  {
    id: "mobile-app-developer",
    title: "Mobile App Developer",
    time: "Contract",
    location: "Florida US",
    region: "FL",
    posted: "2026-10-19",
    description:
      "Take two React Native apps from prototype to both stores over six months. You know offline storage, push messages and the reviewers’ rules from having shipped before.",
  },
  {
    id: "product-manager",
    title: "Product Manager",
    time: "Full Time",
    location: "Remote",
    posted: "2026-10-19",
    description:
      "Turn a client’s problem into a plan that a small team can finish. You write short, say no early, and make sure that what we measured at launch is what we promised.",
  },
];
