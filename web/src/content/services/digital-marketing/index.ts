import type { ServiceWords } from "../schema";
import banner from "./banner.webp?picture";
import center1 from "./center-1.webp?picture";
import center2 from "./center-2.webp?picture";
import image from "./image.webp?picture";

/** The digital marketing page. */
export default {
  title: "Digital marketing counted in customers",
  description:
    "Search, content, email and paid campaigns planned around your margins and reported each month on one page: what it cost, what it brought, what changes next.",
  bannerImage: {
    picture: banner,
    alt: "A chart of nine months in which calls rise and the cost of each falls.",
  },
  image: {
    picture: image,
    alt: "A funnel from 41,200 views to 96 customers.",
  },
  overview1:
    "Clicks are easy to buy and hard to bank. Before the first campaign we agree on what a lead is worth to you and connect the numbers from ad to invoice, so that every later decision is arithmetic.",
  overview2:
    "Then we start small: one channel, one audience, a month of honest results. What pays for itself grows. What does not is switched off, and we tell you so before you ask.",
  center1: {
    heading: "Be the answer people search for",
    text: "We collect the questions your customers type, repair what keeps your pages from ranking, and write the pages that answer those questions better than what stands there today.",
  },
  center2: {
    heading: "One page a month that you will read",
    text: "Spending, leads, cost per lead, sales, and three sentences on what we change next. The accounts and all the data are in your name, open to you at any hour.",
  },
  centerImage1: {
    picture: center1,
    alt: "A search result that moved from ninth to second place.",
  },
  centerImage2: {
    picture: center2,
    alt: "A monthly report on one page, with a note of thanks.",
  },
  benefits: [
    "Goals set in leads and sales",
    "Every account in your name",
    "Search, content, email and paid in one plan",
    "A one-page report each month",
    "No contract beyond the current month",
  ],
  testimonial: {
    quote:
      "First thing they did was cut our ad budget by a third. We got more calls, not fewer. I know to the dollar what it costs me to sell a roof.",
    clientName: "Tom Haverty",
    company: "Haverty & Sons Roofing",
  },
  faq: [
    {
      question: "When will we see results?",
      answer:
        "Paid campaigns show within two to four weeks whether they can work. Search and content need three to six months. We report both every month, so that you can stop early if the numbers say so.",
    },
    {
      question: "What budget makes sense to begin with?",
      answer:
        "Enough to learn something in a month, which for most local businesses is $1,500 to $3,000 including the media. We work it out from what one customer is worth to you.",
    },
  ],
} satisfies ServiceWords;
