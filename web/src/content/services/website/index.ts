import type { ServiceWords } from "../schema";
import banner from "./banner.webp?picture";
import center1 from "./center-1.webp?picture";
import center2 from "./center-2.webp?picture";
import image from "./image.webp?picture";

/** The website development page. */
export default {
  title: "Website development built to be kept",
  description:
    "We build fast, accessible websites with an editor your team will actually use, tested on real devices and launched without downtime.",
  bannerImage: {
    picture: banner,
    alt: "The code of a page beside the page itself, with its loading time of 0.9 seconds.",
  },
  image: {
    picture: image,
    alt: "The same page of a land surveyor on a tablet and on a phone.",
  },
  overview1:
    "A website should still be quick in its third year, after dozens of people have added to it. We build on plain, well-known parts, keep pages light, and leave out whatever would need upkeep without being of use.",
  overview2:
    "Every page is checked for speed, accessibility and search before you see it, and again on each change. You get a private preview from the first week, so progress is something you can click on.",
  center1: {
    heading: "Speed is a budget, agreed at the start",
    text: "We write down how heavy a page may be and how soon it must be readable on a mid-range phone. The build refuses anything above that line, so the site cannot slow down unnoticed.",
  },
  center2: {
    heading: "An editor that cannot break the page",
    text: "Your team changes words, pictures, prices and whole sections in a form that mirrors the page. Layout and spacing look after themselves, and each change can be undone.",
  },
  centerImage1: {
    picture: center1,
    alt: "Bars that show the weight of four pages, each below its limit.",
  },
  centerImage2: {
    picture: center2,
    alt: "A form that edits opening hours beside a preview of the page.",
  },
  benefits: [
    "Readable within two seconds on a phone",
    "WCAG 2.2 level AA, tested by keyboard",
    "An editor with training included",
    "Search basics and redirects done at launch",
    "Your code, in your own repository",
  ],
  testimonial: {
    quote:
      "Moved three hundred pages and lost no search traffic; I checked. News goes up the same day, because our office manager puts it up. It used to take a ticket and a week.",
    clientName: "Raymond Tully",
    company: "Tully Land Surveyors",
  },
  faq: [
    {
      question: "Which platform do you build on?",
      answer:
        "The one that fits. Often that is a static site with a headless editor, sometimes WordPress, sometimes a shop platform. The estimate names the choice, the reason and the yearly running cost.",
    },
    {
      question: "What happens to our search ranking when we move?",
      answer:
        "We list every address of the old site, redirect each one to its new page, and watch search traffic for six weeks after launch. That is part of the price.",
    },
  ],
} satisfies ServiceWords;
