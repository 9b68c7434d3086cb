import type { ServiceWords } from "../schema";
import banner from "./banner.webp?picture";
import center1 from "./center-1.webp?picture";
import center2 from "./center-2.webp?picture";
import image from "./image.webp?picture";

/** The mobile applications page. */
export default {
  title: "Mobile applications people keep on the first screen",
  description:
    "We design and build iOS and Android apps from one codebase: prototype, offline use, push messages and release in both stores.",
  bannerImage: {
    picture: banner,
    alt: "Three phones: a delivery route, a member pass and a week in figures.",
  },
  image: {
    picture: image,
    alt: "Three screens of booking an appointment, joined by arrows.",
  },
  overview1:
    "An app earns its place by doing one thing faster than a website could: it works in a basement, it reminds you at the right moment, it remembers who you are. We find that one thing first.",
  overview2:
    "A clickable prototype is on your phone by the end of week two. Ten of your users try it while we watch, and what they stumble over never gets built.",
  center1: {
    heading: "It works when the signal does not",
    text: "Field crews, travelers and visitors to steel buildings lose their connection all day. The app keeps their work on the phone, sends it when it can, and always says what has been sent.",
  },
  center2: {
    heading: "Through review and into both stores",
    text: "Accounts, privacy forms, screenshots, test groups: we take the app through both reviews and plan the first three updates, because the weeks after launch decide whether it stays installed.",
  },
  centerImage1: {
    picture: center1,
    alt: "A phone without signal that keeps two meter readings until it is back.",
  },
  centerImage2: {
    picture: center2,
    alt: "The steps from prototype to second update, beside the app’s page in a store.",
  },
  benefits: [
    "One codebase for iOS and Android",
    "A prototype on your phone in two weeks",
    "Offline use where it matters",
    "Store release and review handled",
    "Crash reports and updates after launch",
  ],
  testimonial: {
    quote:
      "Our lower floor is a concrete box without any signal, and check-in works there too. In the stores we used to have two and a half stars. I won’t jinx the current number.",
    clientName: "Jonah Whitfield",
    company: "Ironbark Climbing",
  },
  faq: [
    {
      question: "Do we need an app, or is a mobile website enough?",
      answer:
        "If people use it less than once a week and need neither offline use nor push messages, a good mobile website is cheaper and easier to find. We build both and have no reason to push you either way.",
    },
    {
      question: "Who owns the store accounts?",
      answer:
        "You do. We help you open them in your company’s name on the first day, so the app, its reviews and its users stay yours.",
    },
  ],
} satisfies ServiceWords;
