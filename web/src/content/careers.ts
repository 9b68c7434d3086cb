/** Copy of the careers page. */
export const careers = {
  title: "Careers at Brazoswright | Design and engineering jobs",
  description: (count: string) =>
    `${count} open jobs for designers, engineers and product people at Brazoswright, a small web and software studio in Richmond, Texas. Apply online with your CV.`,
  keywords: [
    "web agency jobs Texas",
    "frontend developer job",
    "Node.js developer remote",
    "product designer job",
    "Brazoswright careers",
  ],
  apply: "Apply here",
  applyFor: (job: string) => `Apply here: ${job}`,
  eyebrow: "We Are Hiring",
  heading: "Work to be proud of, in days that end at six.",
  lead: "We are a small team that builds software for clients you get to know by name, and we review one another’s work. Pick a job below and send us your CV.",
  reasons: {
    heading: "Why Work With Us",
    items: [
      {
        title: "People-First Culture",
        text: "At most four hours of meetings a week, no unpaid on-call, and a lead who has time for you. You choose the machine you work on.",
      },
      {
        title: "Challenging Projects",
        text: "Freight dispatch one month, a school’s enrollment day the next. You meet the people who use what you make, and you see it through to launch.",
      },
      {
        title: "Room to Grow",
        text: "A $2,000 learning budget, every other Friday for your own craft, and a written ladder that says what the next step takes and what it pays.",
      },
    ],
  },
  openings: {
    heading: "Open positions",
    text: "Every listing states its pay. Apply online with a short letter and your CV.",
    none: "No open positions right now.",
  },
} as const;
