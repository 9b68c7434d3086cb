import type { ChosenFile, FieldError, FieldName, FormName, Forms } from "@rules/public.js";
import type { FormValidator } from "../../rules/load";
import { type FieldRule, formRules, headLength } from "../../rules/metadata";

/** What a field holds: text, or the chosen file. */
export type FormValue = string | File;

/** What a form's fields hold, by name. */
export type FormValues = Record<string, FormValue>;

/** The rules' verdicts on a form. A file is judged by its name, size and first bytes. */
export async function validateForm<N extends FormName>(
  rules: FormValidator,
  form: N,
  values: FormValues,
): Promise<FieldError[]> {
  const judged = formRules[form].map(async ({ name, kind }) => {
    return [name, kind === "file" ? await look(values[name]) : values[name]] as const;
  });
  return rules.checkForm(form, Object.fromEntries(await Promise.all(judged)) as Forms[N]);
}

/**
 * The rules' verdict on one field, which may depend on others. In a form with a file, whose content
 * takes a moment to be read, none does.
 */
export function validateField<N extends FormName>(
  rules: FormValidator,
  form: N,
  { name, kind }: FieldRule,
  values: FormValues,
): string | undefined | Promise<string | undefined> {
  const value = values[name] ?? "";
  if (formRules[form].every((field) => field.kind !== "file")) {
    const refused = rules.checkForm(form, values as Forms[N]);
    return refused.find(({ field }) => field === name)?.message;
  }
  const check = (judged: string | ChosenFile | undefined) => {
    return rules.checkField(form, name as FieldName<N>, judged as Forms[N][FieldName<N>]);
  };
  return kind === "file" ? look(value).then(check) : check(String(value));
}

/** What the rules want to know of a file. */
async function look(value: FormValue | undefined): Promise<ChosenFile | undefined> {
  if (!(value instanceof File)) return undefined;
  try {
    const head = new Uint8Array(await value.slice(0, headLength).arrayBuffer());
    return { name: value.name, size: value.size, head };
  } catch {
    // It has been moved, deleted or changed since it was chosen.
    return undefined;
  }
}
