import { types } from "node:util";
import * as documents from "@rules/documents.js";
import { memory as documentsMemory } from "@rules/documents_bg.wasm";
import * as forms from "@rules/public.js";
import { memory as publicMemory } from "@rules/public_bg.wasm";
import * as staff from "@rules/staff.js";
import { memory as staffMemory } from "@rules/staff_bg.wasm";
import { expect, it } from "vitest";
import { wordDocument } from "./files";

// Tests what native tests cannot: Rust strings have no lone surrogates, and Rust values have their
// types.

const loud = () => {
  throw new Error("read");
};
const huge = "a".repeat(10 * 1024 * 1024);
const throwing = {
  get message() {
    return loud();
  },
  get username() {
    return loud();
  },
  get name() {
    return loud();
  },
  get 0() {
    return loud();
  },
  valueOf: loud,
  toString: loud,
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const values: unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  Infinity,
  2 ** 64,
  10n,
  "",
  "text",
  "\ud83d",
  "\ude00\ud83d",
  "a@b\udfff.c",
  Symbol("symbol"),
  () => "result",
  [],
  [[[]]],
  [null, undefined, 1, "a"],
  {},
  { message: {}, full_name: [], email: 1, referral: Symbol("symbol"), name: 1, size: "1" },
  { name: "cv.pdf", size: Number.NaN },
  { name: "cv.pdf", size: -1 },
  { name: "\ud83d.pdf", size: 10 },
  { message: "\ud83d".repeat(20), full_name: "\ude00", username: "\ud83d", password: "\ude00" },
  [{ full_name: "\ud83d", created_at: 1, id: "1" }, throwing],
  Object.create(null),
  Object("boxed"),
  new Uint8Array([1, 2, 3]),
  new Float64Array([Number.NaN, -1, 300]),
  new Map([["message", "text"]]),
  new Date(Number.NaN),
  throwing,
  new Proxy({}, { get: loud, has: loud, ownKeys: loud }),
  revoked.proxy,
];

type Call = (...values: unknown[]) => unknown;
const calls = [forms, staff, documents].flatMap((module) =>
  Object.values<unknown>(module),
) as Call[];
const names = [
  "message",
  "contact",
  "application",
  "login",
  "second_factor",
  "password",
  "second_factor_change",
  "session_end",
  "cv",
  "no name",
];

const name = (turn: number) => names[turn % names.length];

/** Calls a function and expects a result or an error, but no trap. Returns the error. */
function attempt(call: Call, ...given: unknown[]): Error | undefined {
  try {
    call(...given);
    return undefined;
  } catch (error) {
    // Some are errors of the environment that jsdom runs in.
    expect(types.isNativeError(error)).toBe(true);
    expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
    return error as Error;
  }
}

/** Calls every function with any values. */
function callEverything(round: number): number {
  let count = 0;
  for (const call of calls) {
    for (const [index, value] of values.entries()) {
      const other = values[(index * 7 + round) % values.length];
      attempt(call, value, other, values[(index + round) % values.length]);
      attempt(call, name(round), value, other);
      attempt(call, name(round), name(index), value);
      count += 3;
    }
  }
  return count;
}

/** Returns the sizes of the modules' memories, in bytes. */
const held = () =>
  [publicMemory, staffMemory, documentsMemory].map(({ buffer }) => buffer.byteLength);

// Runs first, while memory is small: a leak could hide in space that a huge text has freed.
it("leaks no memory in a hundred thousand invalid calls", () => {
  for (let round = 0; round < 4; round += 1) callEverything(round);
  const before = held();
  let count = 0;
  for (let round = 0; count < 100_000; round += 1) count += callEverything(round);
  expect(held()).toEqual(before);
});

it("returns or reports an error for any input, and still responds correctly afterwards", () => {
  expect(calls.length).toBe(19);
  for (let round = 0; round < values.length; round += 1) callEverything(round);
  const form = { message: "", full_name: "Ada", email: "ada@customer.example", referral: "" };
  expect(forms.checkForm("contact", form)).toEqual([
    { field: "message", message: "Message is required" },
  ]);
});

it("reports an unknown form or field, state or action in one sentence", () => {
  for (const unknown of ["", "Contact", "contact ", "__proto__", "constructor", "0", "length"]) {
    const form = unknown as forms.FormName;
    expect(() => forms.checkForm(form, {})).toThrow(`there is no form "${unknown}"`);
    expect(() => forms.checkField(form, "email", "")).toThrow(`there is no form "${unknown}"`);
    expect(() => forms.checkField("contact", unknown, "")).toThrow(`no field "${unknown}"`);
    const state = unknown as forms.RecordState;
    expect(() => staff.allowedActions(state)).toThrow(`there is no state "${unknown}"`);
    expect(() => staff.moveRecord(state, "note")).toThrow(`there is no state "${unknown}"`);
    const action = unknown as forms.RecordAction;
    expect(() => staff.moveRecord("new", action)).toThrow(`there is no action "${unknown}"`);
  }
  for (const value of values.filter((each) => typeof each !== "string") as never[]) {
    expect(() => forms.checkForm(value, {})).toThrow('there is no form ""');
    expect(() => forms.checkField("application", value, "")).toThrow('there is no field ""');
    expect(() => staff.allowedActions(value)).toThrow('there is no state ""');
  }
  // A field of another form is unknown to this one.
  expect(() => forms.checkField("contact", "cv", undefined)).toThrow('there is no field "cv"');
});

it("takes missing values as empty, and values of another type as invalid", () => {
  const all = forms.checkForm("contact", [] as never).map(({ field }) => field);
  expect(all).toEqual(["message", "full_name", "email"]);
  expect(forms.checkField("contact", "referral", null)).toBeUndefined();
  expect(forms.checkField("contact", "referral", 12 as never)).toBe(
    "Too short to be a valid source",
  );
  expect(() => forms.checkForm("contact", null as never)).toThrow(TypeError);
  expect(() => forms.checkForm("contact", throwing as never)).toThrow("read");
  const file = { name: "cv.pdf", size: 3, head: "%PDF-" } as never;
  expect(() => forms.checkField("application", "cv", file)).toThrow("a file has a name");
});

it("accepts a text of ten million characters", () => {
  const tooLong = "Message must not exceed 10000 characters";
  expect(forms.checkField("contact", "message", huge)).toBe(tooLong);
  for (const call of calls) {
    attempt(call, huge, huge, huge);
    for (const each of names) attempt(call, each, huge, huge);
  }
  const form = { message: huge, full_name: huge, email: huge, referral: huge };
  expect(forms.checkForm("contact", form)).toHaveLength(4);
  const cv = { name: huge, size: 1, head: new Uint8Array(huge.length) };
  expect(forms.checkField("application", "cv", cv)).toBeDefined();
});

const fullName = (value: string) => forms.checkField("contact", "full_name", value);

it("counts a lone surrogate as one character", () => {
  expect(fullName("\ud83d\ud83d")).toBe("Your Full Name must be at least three characters");
  expect(fullName("\ud83d\ud83d\ude00\ude00")).toBeUndefined();
  expect(forms.checkField("contact", "email", "\ud83d@\ude00.\ud83d")).toBeUndefined();
});

it("ends on lists without length", () => {
  const endless = new Proxy([], { get: () => ({ full_name: "Ada", created_at: "", id: 1 }) });
  expect(staff.sortRecords("name_asc", endless).length).toBeLessThanOrEqual(10_000);
});

const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024);

it("judges any bytes as a document, or reports an error", () => {
  const moved = wordDocument();
  structuredClone(moved, { transfer: [moved.buffer] });
  const misleading = Object.defineProperty(wordDocument(), "length", { value: 1000 });
  const check: Call = documents.checkDocx as Call;
  for (let round = 0; round < 3; round += 1) {
    for (const bytes of [new Uint8Array(), megabytes(4.99), megabytes(5), megabytes(64)]) {
      attempt(check, bytes);
    }
    for (const other of [moved, misleading, new DataView(wordDocument().slice().buffer), huge]) {
      attempt(check, other);
    }
    expect(documents.checkDocx(wordDocument())).toBeUndefined();
  }
  const zeros = megabytes(5).subarray(1);
  expect(documents.checkDocx(zeros)).toBe("Only PDF, DOC, or DOCX files are allowed");
  expect(() => documents.checkDocx(megabytes(5))).toThrow("under the size limit");
});
