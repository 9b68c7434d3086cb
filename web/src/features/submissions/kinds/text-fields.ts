import type { FormName } from "@rules/public.js";
import type { Submission } from "~/api/submissions";
import { formRules } from "~/rules/metadata";

/** A text of a record, with its name in words as label. */
export type TextField = { name: string; label: string; isLong: boolean };

/** The fields that every list and record shows in a place of its own. */
const SHOWN_APART = new Set(["full_name", "email"]);

/** Returns the text fields of a form, in order, without the name and the address. */
export function textFields(form: FormName): TextField[] {
  return formRules[form]
    .filter(({ kind, name }) => kind !== "file" && !SHOWN_APART.has(name))
    .map(({ kind, name }) => ({ name, label: labelOf(name), isLong: kind === "lines" }));
}

/** Returns a text of a record; null if it is empty or the server does not know the field yet. */
export function textOf(submission: Submission, { name }: TextField): string | null {
  const value = new Map<string, unknown>(Object.entries(submission)).get(name);
  return typeof value === "string" ? value : null;
}

/** Returns "Job Title" for "job_title". */
function labelOf(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
