import type { Resource } from "@rules/public.js";
import { paths } from "../paths";

/** The confirmation of a sent form: a toast, or a page without scripts. */
export type Thanks = {
  heading: string;
  text: string;
  /** The next page to visit. */
  next: { to: string; label: string };
};

/** The confirmation of each kind of form. */
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
