import type { Resource } from "@rules/public.js";
import { paths } from "../paths";

/** What is said once a form has been taken: in a toast, and on a page where no script runs. */
export type Thanks = {
  heading: string;
  text: string;
  /** Where the page leads on. */
  next: { to: string; label: string };
};

/** What is said of each kind of stored form. */
export const thanks: Record<Resource, Thanks> = {
  consultations: {
    heading: "Your Consultation Added Successfully",
    text: "Thank you. We will read it and write back within one business day.",
    next: { to: paths.home, label: "Go home" },
  },
  applications: {
    heading: "Application Submitted Successfully!",
    text: "Thank you. You will hear from us within five business days.",
    next: { to: paths.careers, label: "Back to open positions" },
  },
};
