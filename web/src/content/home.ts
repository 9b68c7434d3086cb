import { homeFaq } from "./home-faq";
import { works } from "./home-works";
import { inWords, sentenceInWords } from "./number-words";
import work from "./projects/heirloomnexus/card";
import { services } from "./services";

/** Copy of the home page. */
export const home = {
  title: "Brazoswright | Web and software studio in Richmond, Texas",
  description:
    "Brazoswright designs, builds and hosts websites, web applications and mobile apps for companies in the United States and abroad. Request a free estimate.",
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
    primary: "Get a Free Estimate",
    phrases: [
      "Custom Web Development",
      "Responsive Web Design",
      "Web Application Development",
      "E-Commerce Website Solutions",
      "Mobile-Friendly Website Design",
      "Cloud Hosting Services",
    ],
    picture: work.image,
    alt: work.alt,
    badge: { figure: "27+", text: "satisfied client websites" },
    animation: { pause: "Pause the animation", play: "Play the animation" },
  },
  about: {
    more: "More About Us",
    lead: "A small studio on the Brazos River that treats software as a trade: measure first, build it right, stay to maintain it.",
    body: [
      "You talk to the people who do the work. The designer who draws your pages sits beside the engineer who builds them, and both are there when you have a question.",
      "We write estimates in plain English, show working pages every week, and hand over everything at the end: the code, the accounts and the keys.",
    ],
  },
  services: {
    heading: "Our Service",
    lead: `${sentenceInWords(services.length)} trades under one roof, so nothing gets lost between the people who draw it and the people who run it.`,
  },
  works: {
    heading: "Work that earns its keep",
    lead: `${sentenceInWords(works.length)} of the products we have built with their owners, from the first sketch to launch day and beyond.`,
    more: "Check More Of Our Projects Here !!",
    connect: "Let's Connect",
  },
  statistics: {
    heading: "The past twelve months",
    items: [
      { figure: "20+", text: "clients in 10+ countries" },
      { figure: "2 weeks", text: "average delivery time" },
      { figure: "17+", text: "websites delivered" },
      { figure: "98%", text: "client satisfaction" },
    ],
  },
  testimonials: {
    heading: "What clients say",
    label: "Client testimonials",
  },
  faq: {
    heading: "Frequently asked questions",
    more: "All questions",
    lead: `The ${inWords(homeFaq.length)} things nearly everyone asks first. The FAQ page has more answers.`,
  },
  closing: {
    primary: "View Our Works",
    heading: "See what we have built, or tell us what you need.",
    text: "Half an hour on the phone is enough to tell whether we are the right studio for it.",
  },
} as const;
