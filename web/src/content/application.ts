/** Copy of the application form. */
export const application = {
  apply: "Apply:",
  eyebrow: "We Are Hiring",
  text: "A short letter and your CV are all we need. The person you would work with reads every application.",
  job: "About the job",
  closed: { text: "This position is closed.", next: "See open positions" },
  terms: { pay: "Pay", until: "Apply by" },
  draft: "Your CV isn't saved: attach it again.",
  kept: "We keep your application and CV only as long as we need them. Only our staff can read them. Ask us any time to delete them.",
} as const;
