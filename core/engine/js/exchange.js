// The half of `src/exchange.rs` that runs in JavaScript: writes arguments into a module's memory,
// and reads numbers and sentences there. It never throws, whatever it is given.

const encoder = new TextEncoder();
// What begins with a byte-order mark is a text like others.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The answer to what the rules do not know. */
export const noSuchRule = Object.freeze({ error: "no such rule" });

/** What stands under a name; undefined where reading it fails. */
export function read(record, name) {
  try {
    return record[name];
  } catch {
    return undefined;
  }
}

/** @returns {number} what is no number is not a number */
export const number = (value) => (typeof value === "number" ? value : Number.NaN);

/** @returns {string} what is no text is empty */
export const text = (value) => (typeof value === "string" ? value : "");

/** Up to so many first bytes; none of what are no bytes. */
export const bytes = (value, most) => (value instanceof Uint8Array ? value.subarray(0, most) : new Uint8Array());

/** The memory of a module. */
export function exchange({ memory, reserve, answer }) {
  let buffer, view, octets;
  // Sentences stand where they are as long as the module lives.
  const sentences = new Map();

  function look() {
    // Memory that has grown is another buffer.
    if (buffer === memory.buffer) return;
    buffer = memory.buffer;
    view = new DataView(buffer);
    octets = new Uint8Array(buffer);
  }

  /** Writes texts, numbers and bytes one after the other; returns how long they are together. */
  function write(values) {
    let room = 0;
    for (const value of values) {
      if (typeof value === "number") room += 8;
      // A UTF-16 unit has three bytes of UTF-8 at the most.
      else room += 4 + (typeof value === "string" ? 3 * value.length : value.length);
    }
    const start = reserve(room) >>> 0;
    look();
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

  /** The first numbers of the last answer. */
  function numbers(count) {
    const start = answer() >>> 0;
    look();
    const found = [];
    for (let index = 0; index < count; index += 1) found.push(view.getFloat64(start + 8 * index, true));
    return found;
  }

  /** A sentence of the module. */
  function sentence(start, length) {
    let found = sentences.get(start);
    if (found === undefined) {
      found = decoder.decode(octets.subarray(start, start + length));
      sentences.set(start, found);
    }
    return found;
  }

  /** So many texts of the last answer, which stand one after the other. Numbers may follow them. */
  function texts(count) {
    const [start, ...lengths] = numbers(1 + count);
    let end = start;
    return lengths.map((length) => decoder.decode(octets.subarray(end, (end += length))));
  }

  return { write, numbers, sentence, texts };
}
