import * as rules from "@rules/agency_core_wasm.js";
import { __wbindgen_externrefs, memory } from "@rules/agency_core_wasm_bg.wasm";
import { expect, it } from "vitest";

// What no native test can hold: a Rust text has no lone surrogates, and a Rust value has its type.

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
const calls = Object.entries(rules as unknown as Record<string, Call>);
const fields = ["message", "cover_letter", "username", "no field"];

/** A call may refuse what JavaScript cannot make a number of; it must never trap. */
function call([name, run]: [string, Call], ...given: unknown[]): void {
  try {
    run(...given);
  } catch (error) {
    expect(error, name).not.toBeInstanceOf(WebAssembly.RuntimeError);
    expect(["pageCount", "pageLinks", "decideSession", "isTokenLive"], name).toContain(name);
  }
}

function callEverything(round: number): number {
  let count = 0;
  for (const each of calls) {
    for (const [index, value] of values.entries()) {
      const other = values[(index * 7 + round) % values.length];
      call(each, value, other, values[(index + round) % values.length]);
      call(each, fields[round % fields.length], value, other);
      count += 2;
    }
  }
  return count;
}

/** The memory's size and the number of JavaScript values that the module can hold. */
const held = () => [memory.buffer.byteLength, __wbindgen_externrefs.length];

// First, while the memory is as small as it gets: what leaked could hide in what a huge text left free.
it("keeps nothing of a hundred thousand bad calls", () => {
  for (let round = 0; round < 4; round += 1) callEverything(round);
  const before = held();
  let count = 0;
  for (let round = 0; count < 100_000; round += 1) count += callEverything(round);
  expect(held()).toEqual(before);
});

it("answers whatever it is given, and still answers rightly afterwards", () => {
  expect(calls.length).toBeGreaterThan(10);
  for (let round = 0; round < values.length; round += 1) callEverything(round);
  const form = { message: "", full_name: "Ada", email: "ada@customer.example", referral: "" };
  expect(rules.checkContact(form)).toEqual([{ field: "message", message: "Message is required" }]);
});

it("answers to a text of ten million characters", () => {
  expect(rules.checkContactField("message", huge)).toBe("Message must not exceed 10000 characters");
  for (const each of calls) call(each, huge, huge, huge);
  const form = { message: huge, full_name: huge, email: huge, referral: huge };
  expect(rules.checkContact(form)).toHaveLength(4);
  expect(rules.checkCv({ name: huge, size: 1 }, undefined)).toBeDefined();
});

it("reads a lone surrogate as one character", () => {
  expect(rules.checkContactField("full_name", "\ud83d\ud83d")).toBe(
    "Your Full Name must be at least three characters",
  );
  expect(rules.checkContactField("full_name", "\ud83d\ud83d\ude00\ude00")).toBeUndefined();
  expect(rules.checkContactField("email", "\ud83d@\ude00.\ud83d")).toBeUndefined();
});

it("comes to an end with lists that have none", () => {
  const endless = new Proxy([], { get: () => ({ full_name: "Ada", created_at: "", id: 1 }) });
  expect(rules.sortRecords("name_asc", endless).length).toBeLessThanOrEqual(10_000);
});
