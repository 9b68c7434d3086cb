// JavaScript half of `src/exchange.rs`: writes arguments into a module's memory and reads numbers and texts from it.
// It never throws.

const encoder = new TextEncoder();
// Keeps a leading byte order mark.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Result for an unknown form, field, state or action. */
export const noSuchRule = Object.freeze({ error: "no such rule" });

/** Returns a property; undefined if reading it throws. */
export function readProperty(record, name) {
  try {
    return record[name];
  } catch {
    return undefined;
  }
}

/** @returns {number} the value if it is a number, otherwise NaN */
export const number = (value) => (typeof value === "number" ? value : Number.NaN);

/** @returns {string} the value if it is a string, otherwise an empty string */
export const textOrEmpty = (value) => (typeof value === "string" ? value : "");

/** Returns the first bytes of a `Uint8Array`, at most `max`; empty for any other value. */
export const bytes = (value, max) => (value instanceof Uint8Array ? value.subarray(0, max) : new Uint8Array());

/** Returns functions that access the memory of a module. */
export function exchange({ memory, reserve, answer }) {
  let buffer, view, octets;
  // Messages are static data of the module, so their addresses do not change.
  const sentences = new Map();

  function refreshViews() {
    // Growing the memory replaces its buffer.
    if (buffer === memory.buffer) return;
    buffer = memory.buffer;
    view = new DataView(buffer);
    octets = new Uint8Array(buffer);
  }

  /** Writes texts, numbers and bytes one after the other; returns their total length in bytes. */
  function write(values) {
    let room = 0;
    for (const value of values) {
      if (typeof value === "number") room += 8;
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      else room += 4 + (typeof value === "string" ? 3 * value.length : value.length);
    }
    const start = reserve(room) >>> 0;
    refreshViews();
    let at = start;
    for (const value of values) {
      if (typeof value === "number") {
        view.setFloat64(at, value, true);
        at += 8;
        continue;
      }
      let length = value.length;
      if (typeof value === "string") {
        length = encoder.encodeInto(value, octets.subarray(at + 4, start + room)).written;
      } else octets.set(value, at + 4);
      view.setUint32(at, length, true);
      at += 4 + length;
    }
    return at - start;
  }

  /** Returns the first numbers of the last reply. */
  function numbers(count) {
    const start = answer() >>> 0;
    refreshViews();
    const found = [];
    for (let index = 0; index < count; index += 1) found.push(view.getFloat64(start + 8 * index, true));
    return found;
  }

  /** Returns a message of the module. */
  function sentence(start, length) {
    let found = sentences.get(start);
    if (found === undefined) {
      found = decoder.decode(octets.subarray(start, start + length));
      sentences.set(start, found);
    }
    return found;
  }

  /** Returns the first `count` texts of the last reply. */
  function texts(count) {
    const [start, ...lengths] = numbers(1 + count);
    let end = start;
    return lengths.map((length) => decoder.decode(octets.subarray(end, (end += length))));
  }

  return { write, numbers, sentence, texts };
}
