import { contact } from "./contact";

/** The words of the pages that answer a form posted without scripts. */
export const answers = {
  sent: {
    heading: contact.form.sent,
    text: "Thank you. Someone who builds for a living reads it and writes back.",
    home: "Go home",
  },
  refused: {
    heading: "That could not be sent yet.",
    text: "Go back in your browser: what you typed is still there.",
    /** The server puts each of its sentences here. */
    message: "{{message}}",
  },
} as const;
