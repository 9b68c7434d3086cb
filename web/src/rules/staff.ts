import type { Work } from "@rules/staff.js";
import json from "@rules/work.json";

export * from "@rules/staff.js";

/** States and actions in the order on the screen, with their labels, and the rule of a note. */
export const { states, actions, noteRule } = json as Work;
