import { paths } from "../paths";
import { common } from "./common";

/** Copy of the contact page. */
export const contact = {
  title: "Contact Brazoswright | Request a free estimate",
  description:
    "Tell us about your website, web application or mobile app. Write, call or visit Brazoswright in Richmond, Texas, and get a free written estimate.",
  keywords: [
    "contact web agency Texas",
    "free website estimate",
    "web developers Richmond Texas",
    "schedule a call",
  ],
  banner: {
    eyebrow: "Contact",
    heading: "Let’s talk about your project.",
    lead: "Tell us what you have in mind. Someone who builds for a living reads every message and answers it.",
  },
  panel: {
    heading: "Get In Touch",
    address: "Head Office",
    emails: "Email",
    phones: "Phone",
    text: "Prefer to talk? Choose a time that suits you, or call us.",
  },
  thanks: {
    heading: "Your Consultation Added Successfully",
    text: "Thank you. We will read it and write back within one business day.",
    next: { to: paths.home, label: common.goHome },
  },
  next: {
    heading: "What happens next",
    steps: [
      "We read it and reply within one business day, usually with two or three questions.",
      "A 30-minute call with the person who would lead the work.",
      "A written estimate within a week of that call, with a fixed price for each part.",
    ],
  },
  form: {
    heading: "Drop Us A Line",
    fields: {
      message: { label: "Message", hint: "What would you like us to build?" },
      referral: { label: "Referral", hint: "Who or what brought you here?" },
    },
    submit: "Request A Free Estimate",
    submitting: "Sending...",
    cancel: "Cancel",
    text: "A few sentences will do. We reply with questions first and a free estimate after.",
    kept: "We keep your message only as long as we need it. Only our staff can read it. Ask us any time to delete it.",
  },
} as const;
