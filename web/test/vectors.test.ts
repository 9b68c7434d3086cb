import * as rules from "@rules/agency_core_wasm.js";
import { describe, expect, it } from "vitest";
import { headOf, tokenOf, vectors, writtenOut, type Cv, type FormName } from "./vector-file";

type Texts = Record<string, string | null>;

/** The module reads whatever it is given, so the vectors need not have the forms' types. */
const given = <T>(value: unknown) => value as T;

const checkForm: Record<FormName, (form: Texts, cv: Cv | null) => rules.FieldError[]> = {
  contact: (form) => rules.checkContact(given(form)),
  application: (form, cv) =>
    rules.checkApplication(given(form), cv ?? undefined, cv ? headOf(cv) : undefined),
  login: (form) => rules.checkLogin(given(form)),
};

const checkField: Record<FormName, (field: string, value: string) => string | undefined> = {
  contact: rules.checkContactField,
  application: rules.checkApplicationField,
  login: rules.checkLoginField,
};

const names = ["contact", "application", "login"] as const;

const fieldCases = names.flatMap((form) =>
  Object.entries(vectors.fields[form]).map(([field, cases]) => ({ form, field, cases })),
);

it("has cases", () => {
  const fields = fieldCases.reduce((sum, { cases }) => sum + cases.length, 0);
  expect(fields + vectors.forms.length + vectors.cvs.length).toBeGreaterThan(300);
});

describe.each(fieldCases)("$form.$field", ({ form, field, cases }) => {
  it.each(cases)("$why", ({ value, error }) => {
    const text = writtenOut(value);
    expect(checkField[form](field, text)).toBe(error);
    const whole = checkForm[form]({ ...vectors.valid[form], [field]: text }, vectors.valid.cv);
    expect(whole).toEqual(error === undefined ? [] : [{ field, message: error }]);
  });
});

describe("whole forms", () => {
  it.each(vectors.forms)("$form: $why", ({ form, value, cv, errors }) => {
    const texts = Object.entries(value).map(([name, text]): [string, string | null] => [
      name,
      text === null ? null : writtenOut(text),
    ]);
    const found = checkForm[form](
      Object.fromEntries(texts),
      cv === undefined ? vectors.valid.cv : cv,
    );
    expect(found).toEqual(errors.map(([field, message]) => ({ field, message })));
  });
});

describe("attachments", () => {
  it.each(vectors.cvs)("$why: $cv.name, $cv.size bytes", ({ cv, error }) => {
    expect(rules.checkCv(cv ?? undefined, cv ? headOf(cv) : undefined)).toBe(error);
  });
});

describe("pages", () => {
  it.each(vectors.pageCounts)("$items by $size", ({ items, size, pages }) => {
    expect(rules.pageCount(items, size)).toBe(pages);
  });

  it.each(vectors.pageLinks)("$page of $pages", ({ page, pages, links }) => {
    expect(rules.pageLinks(page, pages)).toEqual(links);
  });
});

describe("orders", () => {
  it.each(vectors.sorts)("$why", ({ records, positions }) => {
    const found = (["newest", "oldest", "name_asc", "name_desc"] as const).map((order) => [
      order,
      rules.sortRecords(order, records),
    ]);
    expect(Object.fromEntries(found)).toEqual(positions);
  });
});

describe("sessions", () => {
  it.each(vectors.sessions)("$why, at $now", ({ access, refresh, now, session }) => {
    const token = tokenOf(access);
    expect(rules.decideSession(token, refresh, now)).toBe(session);
    expect(rules.isTokenLive(token, now)).toBe(session === "authenticated");
  });
});
