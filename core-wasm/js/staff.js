import * as module from "./staff.wasm";
import { staffRules } from "./staff-rules.js";


const rules = staffRules(module);
export const { checkForm, checkField, countCharacters } = rules;
export const { pageCount, pageLinks, sortRecords, decideSession, isTokenLive } = rules;
export const { readFilter, writeFilter, matchesRecord, highlightText } = rules;
export const { states, actions, noteRule, allowedActions, moveRecord, undoAction, checkNote } = rules;
