/** Copy of the home page. */
export const home = {
  title: "Brazoswright | Welcome",
  description:
    "Replace this text by one or two sentences about Brazoswright. Search engines show them below the title of the page.",
  keywords: ["Brazoswright"],
  banner: {
    eyebrow: "Welcome",
    heading: "Replace this by what you offer.",
    lead: "Replace this by one or two sentences about it.",
  },
  closing: {
    heading: "Tell us what you need.",
    text: "Someone reads every message and answers it within one business day.",
  },
} as const;
