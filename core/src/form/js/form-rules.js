// Functions around the exports of a module of forms.
import { bytes, exchange, noSuchRule, number, readProperty, textOrEmpty } from "./exchange.js";

/** Returns functions that check forms. `forms` and `headLength` are the exports of `forms.js`. */
export function formRules(module, forms, headLength) {
  const { write, numbers, sentence } = exchange(module);
  const names = forms.map(({ name }) => name);

  /** Converts a value to a text. A value of another type becomes NUL, which is invalid in every field. */
  const typed = (value) => (value == null ? "" : textOrEmpty(value) || (value === "" ? "" : "\0"));

  /** Returns the arguments of a file: its name, its size and its first bytes. */
  const file = (value) => [
    textOrEmpty(readProperty(value, "name")),
    number(readProperty(value, "size")),
    bytes(readProperty(value, "head"), headLength),
  ];

  /** Returns all invalid fields of a form, in the form's order. */
  function checkForm(name, values) {
    const position = names.indexOf(name);
    const form = forms[position];
    if (!form) return noSuchRule;
    const written = form.texts.map((field) => typed(readProperty(values, field)));
    if (form.file) written.push(...file(readProperty(values, form.file)));
    const count = module.check_form(position, write(written));
    if (count === 0) return [];
    const answer = numbers(3 * count);
    const invalid = [];
    for (let at = 0; at < answer.length; at += 3) {
      const field = form.texts[answer[at]] ?? form.file;
      invalid.push({ field, message: sentence(answer[at + 1], answer[at + 2]) });
    }
    return invalid;
  }

  /** Returns the error message of a field; undefined if its value is valid. */
  function checkField(name, field, value) {
    const position = names.indexOf(name);
    const form = forms[position];
    if (!form) return noSuchRule;
    let written = [typed(value)];
    let place = form.texts.indexOf(field);
    if (place < 0) {
      if (field === undefined || field !== form.file) return noSuchRule;
      place = form.texts.length;
      written = file(value);
    }
    if (module.check_field(position, place, write(written)) === 0) return undefined;
    const [, start, length] = numbers(3);
    return sentence(start, length);
  }

  /** Returns the length of a normalised text in characters (Unicode scalar values). */
  const countCharacters = (value) => module.count_characters(write([textOrEmpty(value)])) >>> 0;

  return { checkForm, checkField, countCharacters };
}
