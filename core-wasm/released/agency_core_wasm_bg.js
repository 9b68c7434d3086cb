import { readItem, readNumber, readText } from './snippets/agency-core-wasm-a68007e60677aa5d/inline0.js';


/**
 * Every refused field of the application form, in the form's order, the CV last.
 * @param {ApplicationForm} form
 * @param {{ name: string; size: number } | undefined} cv
 * @param {Uint8Array | undefined} head
 * @returns {FieldError[]}
 */
export function checkApplication(form, cv, head) {
    const ret = wasm.checkApplication(form, cv, head);
    return ret;
}

/**
 * Why a value of one text field of the application is refused; undefined when it is not.
 * @param {string} field
 * @param {string} value
 * @returns {string | undefined}
 */
export function checkApplicationField(field, value) {
    const ret = wasm.checkApplicationField(field, value);
    return ret;
}

/**
 * Every refused field of the contact form, in the form's order.
 * @param {ContactForm} form
 * @returns {FieldError[]}
 */
export function checkContact(form) {
    const ret = wasm.checkContact(form);
    return ret;
}

/**
 * Why a value of one contact field is refused; undefined when it is not.
 * @param {string} field
 * @param {string} value
 * @returns {string | undefined}
 */
export function checkContactField(field, value) {
    const ret = wasm.checkContactField(field, value);
    return ret;
}

/**
 * Why a CV is refused, from its name, size and first bytes; undefined when it is not.
 * @param {{ name: string; size: number } | undefined} cv
 * @param {Uint8Array | undefined} head
 * @returns {string | undefined}
 */
export function checkCv(cv, head) {
    const ret = wasm.checkCv(cv, head);
    return ret;
}

/**
 * Every refused field of the login form, in the form's order.
 * @param {LoginForm} form
 * @returns {FieldError[]}
 */
export function checkLogin(form) {
    const ret = wasm.checkLogin(form);
    return ret;
}

/**
 * Why a value of one login field is refused; undefined when it is not.
 * @param {string} field
 * @param {string} value
 * @returns {string | undefined}
 */
export function checkLoginField(field, value) {
    const ret = wasm.checkLoginField(field, value);
    return ret;
}

/**
 * How many characters a text has as the rules count it: folded and trimmed, in Unicode scalar values.
 * @param {string} value
 * @returns {number}
 */
export function countCharacters(value) {
    const ret = wasm.countCharacters(value);
    return ret >>> 0;
}

/**
 * Decides a session. `now` is in seconds since 1970, corrected by the server's clock.
 * @param {string | null | undefined} access
 * @param {boolean} hasRefresh
 * @param {number} now
 * @returns {Session}
 */
export function decideSession(access, hasRefresh, now) {
    const ret = wasm.decideSession(access, hasRefresh, now);
    return ret;
}

/**
 * Whether a token can be read and has not expired. `now` is in seconds since 1970.
 * @param {string | null | undefined} token
 * @param {number} now
 * @returns {boolean}
 */
export function isTokenLive(token, now) {
    const ret = wasm.isTokenLive(token, now);
    return ret !== 0;
}

/**
 * How many pages a number of items fills.
 * @param {number} items
 * @param {number} page_size
 * @returns {number}
 */
export function pageCount(items, page_size) {
    const ret = wasm.pageCount(items, page_size);
    return ret;
}

/**
 * The links of a pager; null where pages are left out.
 * @param {number} page
 * @param {number} pages
 * @returns {PageLink[]}
 */
export function pageLinks(page, pages) {
    const ret = wasm.pageLinks(page, pages);
    return ret;
}

/**
 * What the rules say about the forms and lists.
 * @returns {Metadata}
 */
export function rules() {
    const ret = wasm.rules();
    return ret;
}

/**
 * The positions of records in an order, the first record's first, up to 10,000 of them. An unknown order is the
 * default one.
 * @param {SortOrder} order
 * @param {readonly { full_name: string; created_at: string; id: number }[]} records
 * @returns {number[]}
 */
export function sortRecords(order, records) {
    const ret = wasm.sortRecords(order, records);
    return ret;
}
export function __wbg_Error_208446807d0d1e30(arg0, arg1) {
    const ret = Error(getStringFromWasm0(arg0, arg1));
    return ret;
}
export function __wbg___wbindgen_is_object_8b968c3ab8e96595(arg0) {
    const val = arg0;
    const ret = typeof(val) === 'object' && val !== null;
    return ret;
}
export function __wbg___wbindgen_string_get_7ce8eee7fd327545(arg0, arg1) {
    const obj = arg1;
    const ret = typeof(obj) === 'string' ? obj : undefined;
    var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    var len1 = WASM_VECTOR_LEN;
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
}
export function __wbg___wbindgen_throw_4c88d8bf264fd984(arg0, arg1) {
    throw new Error(getStringFromWasm0(arg0, arg1));
}
export function __wbg_new_37eb45aaf5eeb820() {
    const ret = new Array();
    return ret;
}
export function __wbg_new_cd4348290afae586() {
    const ret = new Object();
    return ret;
}
export function __wbg_readItem_4fe2ca861f36d37d(arg0, arg1) {
    const ret = readItem(arg0, arg1 >>> 0);
    return ret;
}
export function __wbg_readNumber_84919a8d63acfb1c(arg0, arg1, arg2) {
    const ret = readNumber(arg0, getStringFromWasm0(arg1, arg2));
    return ret;
}
export function __wbg_readNumber_a6d3db25e1ac8ea5(arg0, arg1) {
    const ret = readNumber(arg0, arg1 >>> 0);
    return ret;
}
export function __wbg_readText_a46b0f1a946444c6(arg0, arg1, arg2, arg3) {
    const ret = readText(arg1, getStringFromWasm0(arg2, arg3));
    const ptr1 = passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const len1 = WASM_VECTOR_LEN;
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
}
export function __wbg_set_d2d33b52458e984a(arg0, arg1, arg2) {
    arg0[arg1 >>> 0] = arg2;
}
export function __wbg_set_e4b9a833d288759a(arg0, arg1, arg2) {
    arg0[arg1] = arg2;
}
export function __wbindgen_generic_0000000000000001(arg0) {
    // Cast intrinsic for `F64 -> Externref`.
    const ret = arg0;
    return ret;
}
export function __wbindgen_generic_0000000000000002(arg0, arg1) {
    // Cast intrinsic for `Ref(String) -> Externref`.
    const ret = getStringFromWasm0(arg0, arg1);
    return ret;
}
export function __wbindgen_generic_0000000000000003(arg0) {
    // Cast intrinsic for `U64 -> Externref`.
    const ret = BigInt.asUintN(64, arg0);
    return ret;
}
export function __wbindgen_init_externref_table() {
    const table = wasm.__wbindgen_externrefs;
    table.set(0, undefined);
    table.set(1024, undefined);
    table.set(1025, null);
    table.set(1026, true);
    table.set(1027, false);
}
let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;


let wasm;
export function __wbg_set_wasm(val) {
    wasm = val;
}
