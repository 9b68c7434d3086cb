import type { FieldRule, Metadata } from "@rules/public.js";
import json from "@rules/rules.json";

export type { FieldRule };

/** Metadata of forms and lists, generated at build time, so that it is available before the rules load. */
const metadata = json as Metadata;

/** The fields of each form, in order. */
export const { forms: formRules } = metadata;

/** The name of the honeypot field of every stored form. */
export const { honeypot } = metadata;

/** The name of the hidden field of a form that is posted without scripts. */
export const { plainForm } = metadata;

/** Number of leading bytes of a file that determine its type. */
export const { headLength } = metadata;

/** Rows per page of a dashboard list. */
export const { dashboardPageSize } = metadata;

/** The longest text about a visitor's source that the server keeps, in characters. */
export const { sourceTextLength } = metadata;

/** Returns the rule of a field. Throws for an unknown field. */
export function fieldRule(fields: readonly FieldRule[], name: string): FieldRule {
  const rule = fields.find((field) => field.name === name);
  if (!rule) throw new Error(`The rules have no field ${name}.`);
  return rule;
}
