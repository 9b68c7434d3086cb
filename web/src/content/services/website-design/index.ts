import type { ServiceWords } from "../schema";
import banner from "./banner.webp?picture";
import center1 from "./center-1.webp?picture";
import center2 from "./center-2.webp?picture";
import image from "./image.webp?picture";

/** The website design page. */
export default {
  title: "Website design that explains itself",
  description:
    "We design websites that tell visitors what you do and what to do next: research, wireframes and finished screens for phone, tablet and desktop.",
  bannerImage: {
    picture: banner,
    alt: "A page plan in gray boxes beside the finished page of a bakery.",
  },
  image: {
    picture: image,
    alt: "A home page with notes from a test: three of them say what visitors understood.",
  },
  overview1:
    "Most visitors give a page one glance. Design decides what that glance finds, so we begin with a handful of your customers and the words they use, long before anyone opens a drawing tool.",
  overview2:
    "From those words we make a page plan, then gray wireframes you can click through, and only then color and type. You see work every week, so nothing is a surprise at the end.",
  center1: {
    heading: "Decide in gray, before it is expensive",
    text: "A wireframe takes an hour to change and a finished page takes a week. We settle order, wording and paths in plain gray boxes, test them with real people, and keep what they understood.",
  },
  center2: {
    heading: "A set of parts, rather than a pile of pages",
    text: "What you receive is a small design system: type, color, buttons, cards and forms with every state drawn. Your next page takes an afternoon, whoever builds it.",
  },
  centerImage1: {
    picture: center1,
    alt: "Three gray page plans joined by arrows: arrive, choose, book.",
  },
  centerImage2: {
    picture: center2,
    alt: "A set of parts: type, colors, buttons, fields in three states, switches and a card.",
  },
  benefits: [
    "Tested with your own customers",
    "Drawn for 375, 768 and 1440 pixels",
    "Readable contrast and keyboard paths throughout",
    "A design system your team can extend",
    "All source files handed over",
  ],
  testimonial: {
    quote:
      "Three strangers looked at our old home page, and not one could say what we sell. Three others looked at the new one. The first of them asked for our price list.",
    clientName: "Elena Vogt",
    company: "Vogt Water Systems",
  },
  faq: [
    {
      question: "How many rounds of changes are included?",
      answer:
        "Two full rounds at the wireframe stage and two at the visual stage. Because the large decisions are settled in gray, most clients use fewer.",
    },
    {
      question: "Can our own developers build what you design?",
      answer:
        "Yes. We hand over the source files, the design system and notes on every state, and stay on call for your developers until the site is live.",
    },
  ],
} satisfies ServiceWords;
