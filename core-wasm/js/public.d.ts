import type { FieldError, FieldName, FormName, Forms } from "./types.js";

export type * from "./types.js";

/** Which rules these are: a server of the same version gives the same verdicts in the same words. */
export const version: string;

/** The answer to a form or a field that the rules do not know. */
export type NoSuchRule = { readonly error: "no such rule" };
export const noSuchRule: NoSuchRule;

/** Every refused field of a form, in the form's order. */
export function checkForm<N extends FormName>(form: N, values: Forms[N]): FieldError[];
export function checkForm(form: string, values: unknown): FieldError[] | NoSuchRule;

/** Why a value of one field is refused; undefined when it is not. */
export function checkField<N extends FormName, F extends FieldName<N>>(
  form: N,
  field: F,
  value: Forms[N][F],
): string | undefined;
export function checkField(
  form: string,
  field: string,
  value: unknown,
): string | undefined | NoSuchRule;

/** How many characters a text has as the rules count it: folded and trimmed, in Unicode scalar values. */
export function countCharacters(text: string): number;
