import type { FieldRule, Metadata } from "@rules/public.js";
import json from "@rules/rules.json";

export type { FieldRule };

/** What the rules say of the forms and lists, written out at build time: known before they load. */
const metadata = json as Metadata;

/** Which rules this page was built with. */
export const { version: builtVersion } = metadata;

/** The fields of each form, in its order. */
export const { forms: formRules } = metadata;

/** The field of every stored form that must stay empty. */
export const { honeypot } = metadata;

/** How many first bytes of a file its type is judged by. */
export const { headLength } = metadata;

/** How many rows a page of a dashboard list holds. */
export const { dashboardPageSize } = metadata;

/** The rule of one field; a form that asks for an unknown one is a mistake in the code. */
export function fieldRule(fields: readonly FieldRule[], name: string): FieldRule {
  const rule = fields.find((field) => field.name === name);
  if (!rule) throw new Error(`The rules know no field named ${name}.`);
  return rule;
}
