/** The steps of an application, shown on the list of jobs and next to each form. */
export const hiring = {
  heading: "What happens after you apply",
  steps: [
    "We read your CV and letter, and answer within five business days, whatever the answer is.",
    "A 40-minute call with the person who would be your lead.",
    "A paid half-day on a small real task, at a time that suits you.",
    "An offer in writing, within the range that we posted.",
  ],
  closed: "This position is closed.",
} as const;
