/** Copy of the contact page. */
export const contact = {
  title: "Contact Brazoswright | Send us a message",
  description:
    "Write to Brazoswright, call us or visit us. Someone reads every message and answers it within one business day.",
  keywords: ["contact Brazoswright"],
  banner: {
    eyebrow: "Contact",
    heading: "Send us a message.",
    lead: "Someone reads every message and answers it.",
  },
  panel: {
    heading: "Get In Touch",
    text: "Prefer to talk? Choose a time that suits you, or call us.",
  },
  next: {
    heading: "What happens next",
    steps: ["We read it and reply within one business day."],
  },
  form: {
    heading: "Drop Us A Line",
    text: "A few sentences will do.",
    kept: "We keep your message only as long as we need it. Only our staff can read it. Ask us any time to delete it.",
  },
} as const;
