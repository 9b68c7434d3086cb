/** The words of the application form. */
export const application = {
  title: (job: string) => `Apply: ${job}`,
  eyebrow: "We Are Hiring",
  text: "A short letter and your CV are all we need. Every application is read by the person you would work with.",
  job: "About the job",
  terms: { pay: "Pay", until: "Apply by" },
  kept: "We keep your application and CV until we delete them, or you ask us to. Only our own staff can read them.",
} as const;
