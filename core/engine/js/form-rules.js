// What a module that judges forms has around its exports.
import { bytes, exchange, noSuchRule, number, read, text } from "./exchange.js";

/** Judges forms: `forms` are the module's, whose files are known by so many first bytes. */
export function formRules(module, forms, headLength) {
  const { write, numbers, sentence } = exchange(module);
  const names = forms.map(({ name }) => name);

  /** A value as it is judged: no field takes NUL, which stands for what is neither a text nor missing. */
  const typed = (value) => (value == null ? "" : text(value) || (value === "" ? "" : "\0"));

  /** A file as it is written: its name, its size and its first bytes. */
  const file = (value) => [
    text(read(value, "name")),
    number(read(value, "size")),
    bytes(read(value, "head"), headLength),
  ];

  /** Every refused field of a form, in the form's order. */
  function checkForm(name, values) {
    const position = names.indexOf(name);
    const form = forms[position];
    if (!form) return noSuchRule;
    const written = form.texts.map((field) => typed(read(values, field)));
    if (form.file) written.push(...file(read(values, form.file)));
    const count = module.check_form(position, write(written));
    if (count === 0) return [];
    const answer = numbers(3 * count);
    const refused = [];
    for (let at = 0; at < answer.length; at += 3) {
      const field = form.texts[answer[at]] ?? form.file;
      refused.push({ field, message: sentence(answer[at + 1], answer[at + 2]) });
    }
    return refused;
  }

  /** Why a value of one field is refused; undefined when it is not. */
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

  /** How many characters a text has as the rules count it: folded and trimmed, in Unicode scalar values. */
  const countCharacters = (value) => module.count_characters(write([text(value)])) >>> 0;

  return { checkForm, checkField, countCharacters };
}
