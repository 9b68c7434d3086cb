import { type FaqItem, homeFaq } from "./home-faq";

/** Copy of the FAQ page. */
export const faq = {
  title: "Website cost, timeline and ownership: FAQ | Brazoswright",
  description:
    "What a website costs, how long it takes, how payments work and who owns the result: straight answers from Brazoswright, a web and software studio in Richmond, Texas.",
  keywords: [
    "website cost",
    "how long does a website take",
    "website ownership",
    "web agency questions",
    "web design deposit",
  ],
  eyebrow: "FAQ",
  heading: "Asked often, answered plainly.",
  lead: "Money, time, ownership and what happens afterward.",
  box: {
    heading: "Get in Touch",
    text: "Your question is not listed? Write or call. We answer within one business day.",
    hours: "Monday to Friday, 8 a.m. to 6 p.m. Central",
  },
} as const;

/** The ten questions of the FAQ page. */
export const faqItems: readonly FaqItem[] = [
  ...homeFaq,
  {
    question: "What do you need from us to start?",
    answer:
      "One person who can decide, about two hours of their time a week, and whatever you already have: a logo, photographs, text, a list of sites you like. If you have none of that, we start with a half-day workshop in Richmond or by video.",
  },
  {
    question: "Can you improve a site that somebody else built?",
    answer:
      "Usually. We begin with a paid review of one to three days that lists what is sound, what is risky and what it would cost to fix. Sometimes the honest answer is a rebuild, and then we show you the numbers for both.",
  },
  {
    question: "Will the site work on phones and for people with disabilities?",
    answer:
      "Yes, both are part of the price. We design for a phone first, build to WCAG 2.2 level AA, and test with a keyboard and a screen reader before launch.",
  },
  {
    question: "Can we edit the content ourselves?",
    answer:
      "Yes. You get an editor that shows only what you should be able to change, an hour of training for your team, and a short written guide with pictures of your own site.",
  },
  {
    question: "Do you work with clients outside Texas?",
    answer:
      "Yes. We have clients across the United States and in more than ten countries. We meet by video during your working hours, keep one shared board for decisions, and travel to you when a project calls for it.",
  },
];
