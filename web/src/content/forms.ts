/** Copy that all forms share. */
export const forms = {
  labels: { fullName: "Full Name", email: "Email" },
  /** For pages without styles, where the field that traps bots can be seen. */
  honeypot: "Please leave this field empty",
  draft: {
    label: "Saved text",
    question: "Continue where you stopped?",
    filledIn: "Fields that you have filled in will not change.",
    restore: "Restore",
    discard: "Discard",
  },
  /** At both forms, after what is kept. */
  source: "We also note which page you landed on, and the site or campaign that brought you.",
  failed: "Something went wrong. Please try again.",
  canceled: "Canceled. It may already have arrived.",
  canceledEarly: "Canceled.",
  fileChanged: "The file has changed since you chose it. Choose it again.",
  /** Only a server of another release can require an unknown field. */
  outdated:
    "This form has new required fields since you opened the page. Please copy your text and reload the page.",
} as const;
