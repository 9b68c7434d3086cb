/** Copy of the page for a form that was posted without scripts and refused. */
export const answers = {
  refused: {
    heading: "That could not be sent yet.",
    text: "Go back in your browser: what you typed is still there.",
    /** The server inserts each error message here. */
    message: "{{message}}",
  },
} as const;
