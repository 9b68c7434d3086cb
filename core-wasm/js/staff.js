import * as module from "./staff.wasm";
import { staffRules } from "./staff-rules.js";

export const { pageCount, pageLinks, sortRecords, decideSession, isTokenLive } = staffRules(module);
