// The inputs for two releases: the vectors, and the lines that `core/examples/parity` generates.
import { createInterface } from "node:readline";
import { vectors, writtenOut } from "../vectors.mjs";

const fileOf = (cv) => (cv ? { ...cv, head: new Uint8Array(Buffer.from(cv.head, "hex")) } : undefined);
const token = (access) =>
  access?.payload === undefined ? access : `e30.${Buffer.from(access.payload).toString("base64url")}.sig`;

/** Yields each vector as `{ kind, input }`. */
export function* vectorInputs() {
  const whole = (form, values, cv = vectors.valid.cv) => ({ kind: "form", form, input: { ...values, cv: fileOf(cv) } });
  for (const [form, fields] of Object.entries(vectors.fields)) {
    for (const [field, cases] of Object.entries(fields)) {
      for (const { value } of cases) yield whole(form, { ...vectors.valid[form], [field]: writtenOut(value) });
    }
  }
  for (const { form, value, cv } of vectors.forms) {
    yield whole(form, Object.fromEntries(Object.entries(value).map(([name, text]) => [name, writtenOut(text)])), cv);
  }
  for (const { cv } of vectors.cvs) yield whole("application", vectors.valid.application, cv);
  for (const { items, size } of vectors.pageCounts) yield { kind: "pageCount", input: [items, size] };
  for (const { page, pages } of vectors.pageLinks) yield { kind: "pageLinks", input: [page, pages] };
  for (const { records } of vectors.sorts) yield { kind: "order", input: records };
  for (const { access, refresh, now } of vectors.sessions)
    yield { kind: "session", input: [token(access), refresh, now] };
  for (const { query } of vectors.filters) yield { kind: "filter", input: writtenOut(query) };
  for (const { query, texts } of vectors.searches)
    yield { kind: "search", input: [writtenOut(query), texts.map(writtenOut)] };
  for (const { state, action } of vectors.moves) yield { kind: "move", input: [state, action] };
  for (const { value } of vectors.notes) yield { kind: "note", input: writtenOut(value) };
}

/**
 * Yields generated lines as `{ kind, input }`. Texts are in the order of today's `fields`.
 * @param {NodeJS.ReadableStream} lines
 */
export async function* generatedInputs(lines, fields) {
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    const { kind, input, file } = JSON.parse(line);
    if (kind in fields) {
      const chosen = file ? { name: file[0], size: file[1], head: Uint8Array.from(file[2]) } : undefined;
      const values = fields[kind].map(({ name }, at) => [name, at < input.length ? input[at] : chosen]);
      yield { kind: "form", form: kind, input: Object.fromEntries(values) };
    } else if (kind === "pages") {
      yield { kind: "pageLinks", input: input.slice(0, 2) };
      yield { kind: "pageCount", input: input.slice(2) };
    } else if (kind === "order") {
      const records = input.map(([full_name, created_at, id]) => ({ full_name, created_at, id }));
      yield { kind, input: records };
    } else yield { kind, input };
  }
}
