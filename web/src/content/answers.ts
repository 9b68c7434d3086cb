/** The words of the page that answers a refused form which was posted without scripts. */
export const answers = {
  refused: {
    heading: "That could not be sent yet.",
    text: "Go back in your browser: what you typed is still there.",
    /** The server puts each of its sentences here. */
    message: "{{message}}",
  },
} as const;
