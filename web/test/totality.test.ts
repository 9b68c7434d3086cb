import * as forms from "@rules/public.js";
import { memory as publicMemory } from "@rules/public.wasm";
import * as staff from "@rules/staff.js";
import { memory as staffMemory } from "@rules/staff.wasm";
import { expect, it } from "vitest";

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
const { noSuchRule, ...formFunctions } = forms;
const isCall = (value: unknown): value is Call => typeof value === "function";
const calls = [formFunctions, staff]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isCall);
const names = [
  "message",
  "contact",
  "application",
  "login",
  "second_factor",
  "password",
  "second_factor_change",
  "sign_in_end",
  "cv",
  "no name",
];

const name = (turn: number) => names[turn % names.length];

/** Calls a function with any values and expects neither a trap nor an exception. */
function callEverything(round: number): number {
  let count = 0;
  for (const call of calls) {
    for (const [index, value] of values.entries()) {
      const other = values[(index * 7 + round) % values.length];
      call(value, other, values[(index + round) % values.length]);
      call(name(round), value, other);
      call(name(round), name(index), value);
      count += 3;
    }
  }
  return count;
}

/** Returns the sizes of the modules' memories, in bytes. */
const held = () => [publicMemory, staffMemory].map(({ buffer }) => buffer.byteLength);

// Runs first, while memory is small: a leak could hide in space that a huge text has freed.
it("leaks no memory in a hundred thousand invalid calls", () => {
  for (let round = 0; round < 4; round += 1) callEverything(round);
  const before = held();
  let count = 0;
  for (let round = 0; count < 100_000; round += 1) count += callEverything(round);
  expect(held()).toEqual(before);
});

it("accepts any input, and still responds correctly afterwards", () => {
  expect(calls.length).toBe(19);
  for (let round = 0; round < values.length; round += 1) callEverything(round);
  const form = { message: "", full_name: "Ada", email: "ada@customer.example", referral: "" };
  expect(forms.checkForm("contact", form)).toEqual([
    { field: "message", message: "Message is required" },
  ]);
});

it("has no rule for an unknown form or field", () => {
  for (const unknown of ["", "Contact", "contact ", "__proto__", "constructor", "0", "length"]) {
    expect(forms.checkForm(unknown, {})).toBe(noSuchRule);
    expect(forms.checkField(unknown, "email", "")).toBe(noSuchRule);
    expect(forms.checkField("contact", unknown, "")).toBe(noSuchRule);
  }
  for (const value of values.filter((each) => typeof each !== "string")) {
    expect(forms.checkForm(value as string, {})).toBe(noSuchRule);
    expect(forms.checkField("application", value as string, "")).toBe(noSuchRule);
  }
  // A field of another form is unknown to this one.
  expect(forms.checkField("contact" as string, "cv", undefined)).toBe(noSuchRule);
  expect(forms.checkField("login" as string, "email", "")).toBe(noSuchRule);
  expect(noSuchRule).toEqual({ error: "no such rule" });
});

it("has no move for an unknown state or action", () => {
  const unknown = ["", "New", "__proto__", "0", ...values] as (staff.RecordState &
    staff.RecordAction)[];
  for (const nothing of unknown) {
    expect(staff.allowedActions(nothing)).toEqual([]);
    expect(staff.moveRecord(nothing, "note")).toBe(noSuchRule);
    expect(staff.moveRecord("new", nothing)).toBe(noSuchRule);
    expect(staff.undoAction(nothing, "new", "open")).toBe(noSuchRule);
    expect(staff.undoAction("start", nothing, "open")).toBe(noSuchRule);
    expect(staff.undoAction("start", "new", nothing)).toBe(noSuchRule);
  }
});

it("accepts a text of ten million characters", () => {
  const tooLong = "Message must not exceed 10000 characters";
  expect(forms.checkField("contact", "message", huge)).toBe(tooLong);
  for (const call of calls) {
    call(huge, huge, huge);
    for (const each of names) call(each, huge, huge);
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
