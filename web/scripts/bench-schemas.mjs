// The contact form's rules in idiomatic code of zod, in three versions. Each returns one message per
// refused field.
import * as z from "zod";
import * as mini from "zod/mini";

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
// Control characters are intended here.
// eslint-disable-next-line no-control-regex
const plain = /^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/;
// eslint-disable-next-line no-control-regex
const plainLines = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]*$/;
const control = "contains characters that cannot be used";
const length = (/** @type {string} */ text) => Array.from(text).length;

/** @typedef {{ required?: string, min?: [number, string], max: [number, string], plain: RegExp, pattern?: [RegExp, string] }} Rule */
/** @type {Record<string, Rule>} */
const rules = {
  message: {
    required: "Message is required",
    min: [10, "Message must be at least ten characters"],
    max: [10_000, "Message must not exceed 10000 characters"],
    plain: plainLines,
  },
  full_name: {
    required: "Your Full Name is Required",
    min: [3, "Your Full Name must be at least three characters"],
    max: [200, "Your Full Name must not exceed 200 characters"],
    plain,
  },
  email: {
    required: "Your Email is Required",
    max: [254, "Your Email must not exceed 254 characters"],
    plain,
    pattern: [email, "Please enter a valid email address"],
  },
  referral: {
    min: [2, "Too short to be a valid source"],
    max: [200, "The source must not exceed 200 characters"],
    plain,
  },
};

/**
 * Returns the checks of a rule in order, as pairs of a test and its message.
 * @param {Rule} rule
 * @returns {[(text: string) => boolean, string][]}
 */
function checks({ required, min, max, plain: allowed, pattern }) {
  /** @type {[(text: string) => boolean, string][]} */
  const list = [];
  if (required) list.push([(text) => text !== "", required]);
  if (min) list.push([(text) => (!required && text === "") || length(text) >= min[0], min[1]]);
  list.push([(text) => length(text) <= max[0], max[1]], [(text) => allowed.test(text), control]);
  if (pattern) list.push([(text) => pattern[0].test(text), pattern[1]]);
  return list;
}

/** @type {(make: (rule: Rule) => any) => Record<string, any>} */
const each = (make) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, make(rule)]));
const fold = (/** @type {string} */ text) => text.replaceAll(/\r\n?/g, "\n").trim();

const zodFields = each((rule) =>
  checks(rule).reduce(
    (schema, [test, message]) => schema.refine(test, { message, abort: true }),
    /** @type {any} */ (z.string().transform(fold).pipe(z.string())),
  ),
);
/** The most obvious version: zod's own checks, which count UTF-16 units and keep CRLF. @param {Rule} rule */
function builtIn({ required, min, max, plain: allowed, pattern }) {
  let schema = z.string().trim();
  if (required) schema = schema.min(1, { message: required, abort: true });
  if (min) schema = schema.min(min[0], { message: min[1], abort: true });
  schema = schema.max(max[0], { message: max[1], abort: true });
  schema = schema.regex(allowed, { message: control, abort: true });
  if (pattern) schema = schema.regex(pattern[0], { message: pattern[1], abort: true });
  return required ? schema : z.union([z.literal(""), schema]);
}
const builtInFields = each(builtIn);
const miniFields = each((rule) =>
  mini.pipe(
    mini.pipe(mini.string(), mini.transform(fold)),
    mini
      .string()
      .check(...checks(rule).map(([test, error]) => mini.refine(test, { error, abort: true }))),
  ),
);
const zodForm = z.object(zodFields);
const builtInForm = z.object(builtInFields);
const miniForm = mini.object(miniFields);

/** @type {{ name: string, form: (form: Record<string, string>) => unknown[], field: (name: string, value: string) => unknown[] }[]} */
export const schemas = [
  {
    name: "zod",
    form: (form) => zodForm.safeParse(form).error?.issues ?? [],
    field: (name, value) => zodFields[name].safeParse(value).error?.issues ?? [],
  },
  {
    name: "zod's own checks",
    form: (form) => builtInForm.safeParse(form).error?.issues ?? [],
    field: (name, value) => builtInFields[name].safeParse(value).error?.issues ?? [],
  },
  {
    name: "zod/mini",
    form: (form) => miniForm.safeParse(form).error?.issues ?? [],
    field: (name, value) => miniFields[name].safeParse(value).error?.issues ?? [],
  },
];
