import type { FieldError } from "@rules/public.js";

// As a module of another release: it judges the forms' names by a rule of its own.

export const version = "another";
export const sentence = "Your Full Name must be at least twenty characters";

/** Why a name is refused. */
export function checkField(_form: string, field: string, value: unknown): string | undefined {
  return field === "full_name" && String(value).length < 20 ? sentence : undefined;
}

/** Every refused field. */
export function checkForm(form: string, values: Record<string, unknown>): FieldError[] {
  const message = checkField(form, "full_name", values["full_name"]);
  return message === undefined ? [] : [{ field: "full_name", message }];
}
