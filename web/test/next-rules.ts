import type { FieldError } from "@rules/public.js";

// The rules module of another release, with a different rule for names.

export const version = "another";
export const sentence = "Your Full Name must be at least twenty characters";

/** The message for a refused name. */
export function checkField(_form: string, field: string, value: unknown): string | undefined {
  return field === "full_name" && String(value).length < 20 ? sentence : undefined;
}

/** Returns an error for every refused field. */
export function checkForm(form: string, values: Record<string, unknown>): FieldError[] {
  const message = checkField(form, "full_name", values["full_name"]);
  return message === undefined ? [] : [{ field: "full_name", message }];
}
