import * as documents from "@rules/documents.js";
import * as forms from "@rules/public.js";
import { describe, expect, it } from "vitest";
import { defaultFilter } from "~/rules/filter";
import * as staff from "~/rules/staff";
import { zip } from "./files";
import { fileOf, tokenOf, vectors, writtenOut } from "./vector-file";

/** The forms with cases. Native tests ensure that every form has some. */
const names = Object.keys(vectors.fields) as forms.FormName[];

const fieldCases = names.flatMap((form) =>
  Object.entries(vectors.fields[form]).map(([field, cases]) => ({
    name: `${form}.${field}`,
    form,
    field,
    cases,
  })),
);

/** Errors that depend on another field, so that a field alone does not produce them. */
const dependent = new Set([
  "New password must not be the current one",
  "New password is too similar to your username",
  "Enter the six digits of your app, or a recovery code",
]);

/** Returns the module that validates a form: the public one for visitors' forms, the staff one for others. */
function moduleOf(form: forms.FormName) {
  try {
    forms.checkForm(form, {});
    return forms;
  } catch {
    return staff;
  }
}

it("has cases", () => {
  const fields = fieldCases.reduce((sum, { cases }) => sum + cases.length, 0);
  expect(fields + vectors.forms.length + vectors.cvs.length).toBeGreaterThan(300);
});

describe.each(fieldCases)("$name", ({ form, field, cases }) => {
  it.each(cases)("$why", ({ value, error }) => {
    const text = writtenOut(value);
    if (!dependent.has(error ?? "")) {
      expect(moduleOf(form).checkField(form, field, text)).toBe(error);
    }
    const cv = fileOf(vectors.valid.cv);
    const whole = moduleOf(form).checkForm(form, { cv, ...vectors.valid[form], [field]: text });
    expect(whole).toEqual(error === undefined ? [] : [{ field, message: error }]);
  });
});

describe("whole forms", () => {
  it.each(vectors.forms)("$form: $why", ({ form, value, cv, errors }) => {
    const texts = Object.entries(value).map(([name, text]): [string, string | null] => [
      name,
      text === null ? null : writtenOut(text),
    ]);
    const file = fileOf(cv === undefined ? vectors.valid.cv : cv);
    const found = moduleOf(form).checkForm(form, { cv: file, ...Object.fromEntries(texts) });
    expect(found).toEqual(errors.map(([field, message]) => ({ field, message })));
  });
});

describe("attachments", () => {
  it.each(vectors.cvs)("$why: $cv.name, $cv.size bytes", ({ cv, error }) => {
    expect(forms.checkField("application", "cv", fileOf(cv))).toBe(error);
  });

  it.each(vectors.wordPackages)("$why", ({ parts, word }) => {
    const message = word ? undefined : "Only PDF, DOC, or DOCX files are allowed";
    for (const level of [0, 6] as const) {
      expect(documents.checkDocx(zip(Object.fromEntries(parts), level))).toBe(message);
    }
  });
});

describe("pages", () => {
  it.each(vectors.pageCounts)("$items by $size", ({ items, size, pages }) => {
    expect(staff.pageCount(items, size)).toBe(pages);
  });

  it.each(vectors.pageLinks)("$page of $pages", ({ page, pages, links }) => {
    expect(staff.pageLinks(page, pages)).toEqual(links);
  });
});

describe("orders", () => {
  it.each(vectors.sorts)("$why", ({ records, positions }) => {
    const found = (["newest", "oldest", "name_asc", "name_desc"] as const).map((order) => [
      order,
      staff.sortRecords(order, records),
    ]);
    expect(Object.fromEntries(found)).toEqual(positions);
  });
});

describe("sessions", () => {
  it.each(vectors.sessions)("$why, at $now", ({ access, refresh, now, session }) => {
    const token = tokenOf(access);
    expect(staff.decideSession(token, refresh, now)).toBe(session);
  });
});

describe("usernames", () => {
  it.each(vectors.usernameKeys)("$username", ({ username, key }) => {
    expect(staff.usernameKey(username)).toBe(key);
  });
});

describe("filters", () => {
  it.each(vectors.filters)("$why", ({ query, written, errors = [] }) => {
    const { filter, errors: found } = staff.readFilter(writtenOut(query));
    expect(found).toEqual(errors.map(([field, message]) => ({ field, message })));
    expect(staff.writeFilter(filter).replace(/page=\d{17,}/, "page=18446744073709551615")).toBe(
      writtenOut(written),
    );
  });

  it("have typed parts", () => {
    const nothing = { box: null, assigned: null, from: null, to: null };
    expect(defaultFilter).toMatchObject({ q: "", ...nothing, sort: "newest", page: 1 });
    expect(staff.readFilter("")).toEqual({ filter: defaultFilter, errors: [] });
    const { filter } = staff.readFilter(
      "?q=a&box=open&assigned=me&from=2026-01-01&to=2026-02-01&page=2",
    );
    const asked = { box: "open", assigned: "me", from: "2026-01-01", to: "2026-02-01", page: 2 };
    expect(filter).toEqual({ ...defaultFilter, q: "a", ...asked });
  });
});

describe("searches", () => {
  it.each(vectors.searches)("$why", ({ query, texts, found }) => {
    expect(staff.matchesRecord(writtenOut(query), texts.map(writtenOut))).toBe(found);
  });

  it.each(vectors.marks)("$why, marked", ({ query, text, marks }) => {
    const found = staff.highlightText(query, text).map(([from, to]) => text.slice(from, to));
    expect(found).toEqual(marks);
  });
});

describe("moves", () => {
  it.each(vectors.moves)("$action in state $state", ({ state, action, to, error }) => {
    const moved = staff.moveRecord(state, action);
    expect(moved).toEqual(to === undefined ? { refused: error } : { state: to });
    expect(staff.allowedActions(state).includes(action)).toBe(to !== undefined);
  });

  it("are defined for every state and every action", () => {
    expect(vectors.moves).toHaveLength(staff.states.length * staff.actions.length);
    for (const { name } of staff.states) {
      const allowed = vectors.moves.filter(({ state, to }) => state === name && to);
      expect(staff.allowedActions(name)).toEqual(allowed.map(({ action }) => action));
    }
  });
});

describe("notes", () => {
  it.each(vectors.notes)("$why", ({ value, error }) => {
    expect(staff.checkNote(writtenOut(value))).toBe(error);
  });
});
