import type { ServiceWords } from "../schema";
import banner from "./banner.webp?picture";
import center1 from "./center-1.webp?picture";
import center2 from "./center-2.webp?picture";
import image from "./image.webp?picture";

/** The cloud hosting page. */
export default {
  title: "Cloud hosting that stays boring",
  description:
    "Managed cloud hosting with 99.9% uptime and 24/7 support: set up, monitored, patched and backed up by the engineers who answer the phone.",
  bannerImage: {
    picture: banner,
    alt: "Server racks behind a status panel that shows 99.98% uptime over 90 days.",
  },
  image: {
    picture: image,
    alt: "Two racks in two cities that keep each other’s data in step.",
  },
  overview1:
    "Good hosting is something you never think about. We run your site on at least two machines, watch it from outside every thirty seconds, and put the 99.9% uptime into the contract, with money behind it.",
  overview2:
    "When something does happen, 24/7 support means an engineer with your site’s notes open, even at three in the morning. You hear it from us first, with the cause and how long the fix will take.",
  center1: {
    heading: "Backups that have been restored",
    text: "A copy of everything leaves the building each night, encrypted, and is kept for thirty-five days. Every quarter we restore one onto an empty machine and send you the time it took.",
  },
  center2: {
    heading: "Room for your busiest day",
    text: "Tickets on sale, a mention on television, enrollment morning: capacity follows the traffic up and back down. We rehearse the day with you, and the bill has a ceiling that you set.",
  },
  centerImage1: {
    picture: center1,
    alt: "A calendar of 35 nightly copies, one of them restored as a rehearsal.",
  },
  centerImage2: {
    picture: center2,
    alt: "Capacity that follows a morning’s visitors up and down.",
  },
  benefits: [
    "99.9% uptime, in the contract",
    "24/7 support by engineers",
    "Nightly backups, restored every quarter",
    "Security patches within 24 hours",
    "A monthly ceiling on the bill",
  ],
  testimonial: {
    quote:
      "We rehearsed enrollment morning with them three weeks ahead, at twice the load we feared. On the day itself I had nothing to do, which I can recommend.",
    clientName: "Denise Adeyemi",
    company: "Fort Bend Summer Schools",
  },
  faq: [
    {
      question: "Can you move our site without downtime?",
      answer:
        "Yes. We copy the site, let both run side by side, test the new one with you, and switch the address over at a quiet hour. If anything looks wrong, we switch back within minutes.",
    },
    {
      question: "What does 99.9% uptime mean in practice?",
      answer:
        "At most about 43 minutes of interruption in a month, measured from outside by an independent monitor. If we miss it, that month’s fee is credited. 24/7 support is part of every plan.",
    },
  ],
} satisfies ServiceWords;
