import { application } from "./application";
import { contact } from "./contact";

/** The words of the pages that answer a form posted without scripts. */
export const answers = {
  sent: {
    heading: contact.form.sent,
    text: "Thank you. Someone who builds for a living reads it and writes back.",
    home: "Go home",
  },
  applied: {
    heading: application.sent,
    text: "Thank you. The person you would work with reads it and answers within five business days.",
    home: "Back to open positions",
  },
  refused: {
    heading: "That could not be sent yet.",
    text: "Go back in your browser: what you typed is still there.",
    /** The server puts each of its sentences here. */
    message: "{{message}}",
  },
} as const;
