import type { FieldError, FieldName, FormName, Forms } from "./types.js";

export type * from "./types.js";

/** Result for an unknown form or field. */
export type NoSuchRule = { readonly error: "no such rule" };
export const noSuchRule: NoSuchRule;

/** Returns all invalid fields of a form, in the form's order. */
export function checkForm<N extends FormName>(form: N, values: Forms[N]): FieldError[];
export function checkForm(form: string, values: unknown): FieldError[] | NoSuchRule;

/** Returns the error message of a field; undefined if its value is valid. */
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

/** Returns the length of a normalised text in characters (Unicode scalar values). */
export function countCharacters(text: string): number;
