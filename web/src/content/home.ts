import { homeFaq } from "./home-faq";
import { works } from "./home-works";
import { inWords, sentenceInWords } from "./number-words";
import { services } from "./services";

/** The words of the home page. */
export const home = {
  title: "Brazoswright | Web and software studio in Richmond, Texas",
  description:
    "Brazoswright designs, builds and hosts websites, web applications and mobile apps for companies across the United States. Request a free estimate.",
  keywords: [
    "web design Richmond Texas",
    "custom web development",
    "web application development",
    "e-commerce websites",
    "mobile app development",
    "cloud hosting",
  ],
  hero: {
    eyebrow: "Web and software studio, Richmond, Texas",
    heading: "Software worth keeping.",
    lead: "We design, build and look after websites and applications for companies that intend to be here in ten years.",
    phrases: [
      "Custom Web Development",
      "Responsive Web Design",
      "Web Application Development",
      "E-Commerce Website Solutions",
      "Mobile-Friendly Website Design",
      "Cloud Hosting Services",
    ],
    badge: { figure: "27+", text: "satisfied client websites" },
  },
  about: {
    lead: "A small studio on the Brazos river that treats software as a trade: measure first, build it properly, stay to maintain it.",
    body: [
      "You talk to the people who do the work. The designer who draws your pages sits beside the engineer who builds them, and both are on the call when you have a question.",
      "We write plain estimates, show working pages every week, and hand over everything at the end: the code, the accounts and the keys.",
    ],
  },
  services: {
    heading: "Our Service",
    lead: `${sentenceInWords(services.length)} trades under one roof, so that nothing is lost between the agency that drew it and the one that runs it.`,
  },
  works: {
    heading: "Work we still look after",
    lead: `${sentenceInWords(works.length)} of the products we have built with their owners, from the first sketch to the release after next.`,
    more: "Check More Of Our Projects Here !!",
    connect: "Let's Connect",
  },
  statistics: {
    label: "Brazoswright in figures",
    items: [
      { figure: "20+", text: "clients in 10+ countries" },
      { figure: "2 weeks", text: "average delivery time" },
      { figure: "17+", text: "websites delivered" },
      { figure: "98%", text: "client satisfaction" },
    ],
  },
  testimonials: {
    heading: "What clients say",
  },
  faq: {
    heading: "Frequently asked questions",
    lead: `The ${inWords(homeFaq.length)} things nearly everyone asks first. There are more answers on the FAQ page.`,
  },
  closing: {
    heading: "See what we have built, or tell us what you need.",
    text: "Half an hour on the phone is enough to say whether we are the right studio for it, and what it would take.",
  },
} as const;
