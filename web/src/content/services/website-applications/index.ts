import type { ServiceWords } from "../schema";
import banner from "./banner.webp?picture";
import center1 from "./center-1.webp?picture";
import center2 from "./center-2.webp?picture";
import image from "./image.webp?picture";

/** The web applications page. */
export default {
  title: "Web applications your work can run on",
  description:
    "We design and build portals, booking systems, dashboards and internal tools: secure, tested, and connected to the systems you already have.",
  bannerImage: {
    picture: banner,
    alt: "A dispatch board with five drivers and their loads over one day.",
  },
  image: {
    picture: image,
    alt: "A week of courses with places taken.",
  },
  overview1:
    "Somewhere in your company there is a spreadsheet that only one person dares to touch. A web application turns it into something ten people can use at once, with roles, history and a search that finds things.",
  overview2:
    "We sit with the people who do the job, map what really happens, and ship the most painful part first. The rest follows in two-week steps, each one in daily use before the next begins.",
  center1: {
    heading: "Modeled on the job itself",
    text: "Status, exceptions, who may approve what: we write the rules down with your team in plain sentences, turn them into tests, and keep both side by side for as long as the system lives.",
  },
  center2: {
    heading: "Connected to what you already pay for",
    text: "Accounting, payments, calendars, shipping, single sign-on. We connect to them through their own interfaces, expect them to fail now and then, and make sure that nothing is lost when they do.",
  },
  centerImage1: {
    picture: center1,
    alt: "An order’s path from requested to closed, with a rule and its passing tests.",
  },
  centerImage2: {
    picture: center2,
    alt: "An application joined to accounting, payments, calendar, shipping, sign-on and maps.",
  },
  benefits: [
    "First useful part live within weeks",
    "Roles, history and export built in",
    "Automated tests for every rule",
    "Security reviewed before launch",
    "Grows with your data and your team",
  ],
  testimonial: {
    quote:
      "Dispatch used to look at six screens. Now it’s one, and it was up five weeks after we shook hands. Nobody has asked for the other five back.",
    clientName: "Marcus Reed",
    company: "Gulfline Freight",
  },
  faq: [
    {
      question: "Should we build our own or buy something ready-made?",
      answer:
        "Buy, if a product covers most of what you need. We will tell you so in the first call. Building pays when the process is what sets you apart, or when you bend a bought product every day.",
    },
    {
      question: "What happens when our needs change?",
      answer:
        "They will. The code is covered by tests and documented, so a change is small work. You can book us by the day, by the month, or have your own developers take over.",
    },
  ],
} satisfies ServiceWords;
