type Shortcut = {
  name: string;
  key: string;
  /** What the help says. */
  does: string;
  /** Whether it changes data: a key that is held down or pressed twice in a row acts once. */
  once?: boolean;
};

/** Every keyboard shortcut, in the order of the help. */
export const shortcuts = [
  { name: "next", key: "j", does: "Next row or record" },
  { name: "previous", key: "k", does: "Previous row or record" },
  // A row is a link.
  { name: "open", key: "Enter", does: "Open the row" },
  { name: "select", key: "x", does: "Select the row" },
  { name: "selectRange", key: "X", does: "Select all rows up to it" },
  { name: "finish", key: "e", does: "Mark as done", once: true },
  { name: "start", key: "s", does: "Start", once: true },
  { name: "spam", key: "!", does: "Mark as spam", once: true },
  { name: "assignToMe", key: "m", does: "Assign to me", once: true },
  { name: "undo", key: "z", does: "Undo the last action", once: true },
  { name: "note", key: "n", does: "Write a note on the open record" },
  { name: "search", key: "/", does: "Go to search" },
  { name: "help", key: "?", does: "Show keyboard shortcuts" },
] as const satisfies readonly Shortcut[];

export type ShortcutName = (typeof shortcuts)[number]["name"];
