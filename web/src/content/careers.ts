/** The words of the careers page. */
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
  eyebrow: "We Are Hiring",
  heading: "Do the best work of your week, then go home.",
  lead: "We are a small team that ships real software for real companies, reads each other’s work, and closes the laptop at six. Pick a job below and send us your CV.",
  reasons: {
    heading: "Why Work With Us",
    items: [
      {
        title: "People-First Culture",
        text: "Four-hour meeting limit a week, no on-call without pay, and a lead who has time for you. You choose where you sit and what machine you work on.",
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
    text: "Every application is read by the person you would work with. You hear back within five business days, whatever the answer.",
  },
  process: {
    heading: "What happens after you apply",
    steps: [
      "We read your CV and letter, and answer within five business days.",
      "A 40-minute call with the person who would be your lead.",
      "A paid half-day on a small real task, at a time that suits you.",
      "An offer in writing, with the salary you were told on the first call.",
    ],
  },
} as const;
