/* @ts-self-types="./agency_core_wasm.d.ts" */
import * as wasm from "./agency_core_wasm_bg.wasm";
import { __wbg_set_wasm } from "./agency_core_wasm_bg.js";

__wbg_set_wasm(wasm);
wasm.__wbindgen_start();
export {
    checkApplication, checkApplicationField, checkContact, checkContactField, checkCv, checkLogin, checkLoginField, countCharacters, decideSession, isTokenLive, pageCount, pageLinks, rules, sortRecords
} from "./agency_core_wasm_bg.js";
