import type { ChosenFile, FieldError, FormName } from "@rules/public.js";
import { forms } from "~/content/forms";
import { documentRules, type FormValidator } from "~/rules/load";
import { type FieldRule, formRules, headLength } from "~/rules/metadata";
import { withTimeout } from "~/rules/with-timeout";

/** The value of a field: text, or the chosen file. */
export type FormValue = string | File;

/** The values of a form, by field name. */
export type FormValues = Record<string, FormValue>;

/** Messages by field. */
export type FieldMessages = Readonly<Record<string, string | undefined>>;

/** Returns the messages of the chosen files that can no longer be read, by field. */
export async function findChangedFiles(values: FormValues): Promise<Record<string, string>> {
  const entries = Object.entries(values).map(async ([name, value]) =>
    value instanceof File && !(await isReadable(value)) ? [[name, forms.fileChanged]] : [],
  );
  return Object.fromEntries((await Promise.all(entries)).flat()) as Record<string, string>;
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, headLength).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Loads what the check of a value needs, as soon as the value is chosen. */
export function prepareCheck(value: FormValue): void {
  if (isDocx(value)) documentRules.load().catch(() => undefined);
}

/** Validates a form. A file is checked by its name, size and first bytes, and then a DOCX by its content. */
export async function validateForm(
  rules: FormValidator,
  form: FormName,
  values: FormValues,
): Promise<FieldError[]> {
  const entries = formRules[form].map(async ({ name, kind }) => {
    const value = values[name];
    return [name, kind === "file" ? await readFile(value) : String(value ?? "")] as const;
  });
  const refused = rules.checkForm(form, Object.fromEntries(await Promise.all(entries)));
  const accepted = formRules[form].filter(({ name }) =>
    refused.every(({ field }) => field !== name),
  );
  const contents = accepted.map(async ({ name: field }) => {
    const message = await checkContent(values[field]);
    return message === undefined ? [] : [{ field, message }];
  });
  return [...refused, ...(await Promise.all(contents)).flat()];
}

/**
 * Validates a form of which one field has changed, and returns the message of each field. In a form
 * with a file, which takes a moment to read, fields do not depend on each other: only the changed one
 * is validated.
 */
export async function validateChange(
  rules: FormValidator,
  form: FormName,
  changed: FieldRule,
  values: FormValues,
): Promise<FieldMessages> {
  const fields = formRules[form];
  if (fields.some(({ kind }) => kind === "file"))
    return { [changed.name]: await validateField(rules, form, changed, values) };
  const refused = rules.checkForm(form, values as Record<string, string>);
  const messageOf = (name: string) => refused.find(({ field }) => field === name)?.message;
  return Object.fromEntries(fields.map(({ name }) => [name, messageOf(name)]));
}

/** Validates one field on its own. */
export async function validateField(
  rules: FormValidator,
  form: FormName,
  { name, kind }: FieldRule,
  values: FormValues,
): Promise<string | undefined> {
  const value = values[name] ?? "";
  const input = kind === "file" ? await readFile(value) : String(value);
  return rules.checkField(form, name, input) ?? checkContent(value);
}

const isDocx = (value: FormValue | undefined): value is File =>
  value instanceof File && /\.docx$/i.test(value.name);

/**
 * Returns the error message of a DOCX by its whole content. Without a result in time, the server
 * checks it.
 */
async function checkContent(value: FormValue | undefined): Promise<string | undefined> {
  if (!isDocx(value)) return undefined;
  const check = async () => {
    const rules = await documentRules.load();
    return rules.checkDocx(new Uint8Array(await value.arrayBuffer()));
  };
  return withTimeout(check());
}

/** Reads the parts of a file that the rules check. */
async function readFile(value: FormValue | undefined): Promise<ChosenFile | undefined> {
  if (!(value instanceof File)) return undefined;
  try {
    const head = new Uint8Array(await value.slice(0, headLength).arrayBuffer());
    return { name: value.name, size: value.size, head };
  } catch {
    // `findChangedFiles` reports it.
    return undefined;
  }
}
