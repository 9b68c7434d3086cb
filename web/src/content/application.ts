import { paths } from "../paths";
import { site } from "./site";

/** Copy of the application form. */
export const application = {
  title: (job: string) => `${job} | Careers at ${site.name}`,
  fields: {
    coverLetter: { label: "Cover Letter", hint: "Why this job, and why you?" },
    cv: "CV",
  },
  submit: "Submit Application",
  submitting: "Submitting...",
  cancel: "Cancel",
  cancelUpload: "Cancel upload",
  stillSending: "Your application is still being sent. Wait for it, or cancel the upload.",
  upload: {
    label: "Upload",
    progress: (percent: number) => `Uploading, ${percent}%`,
    waiting: "Waiting for the server",
  },
  thanks: {
    heading: "Application Submitted Successfully!",
    text: "Thank you. You will hear from us within five business days.",
    next: { to: paths.careers, label: "Back to open positions" },
  },
  apply: "Apply:",
  eyebrow: "We Are Hiring",
  text: "A short letter and your CV are all we need. The person you would work with reads every application.",
  job: "About the job",
  seeOpen: "See open positions",
  terms: { pay: "Pay", until: "Apply by" },
  draft: "Your CV isn't saved: attach it again.",
  kept: "We keep your application and CV only as long as we need them. Only our staff can read them. Ask us any time to delete them.",
} as const;
