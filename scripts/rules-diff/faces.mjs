// Loads the rules of different releases behind one interface.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { metadata, startRules } from "../rules-module.mjs";

/**
 * Opens a built module: the `fields` of each form, `checkForm(form, values)`, and the other
 * functions that it has.
 * @param {string} folder
 */
export const openRules = (folder) => (existsSync(join(folder, "public.wasm")) ? opened(folder) : firstRelease(folder));

async function opened(folder) {
  const [forms, staff] = [await startRules("public", folder), await startRules("staff", folder)];
  const fields = metadata(folder).forms;
  const moduleOf = (name) => (staff.checkForm(name, {}).error ? forms : staff);
  return { ...staff, fields, checkForm: (name, values) => moduleOf(name).checkForm(name, values) };
}

/** Release 0.1.0 had a single module with wasm-bindgen's glue code and a function for each form. */
async function firstRelease(folder) {
  const glue = await import(pathToFileURL(join(folder, "agency_core_wasm_bg.js")).href);
  const bytes = readFileSync(join(folder, "agency_core_wasm_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./agency_core_wasm_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const { contact, application, login } = glue.rules();
  const cv = { name: "cv", kind: "file" };
  const checks = {
    contact: glue.checkContact,
    application: ({ cv: file, ...texts }) => glue.checkApplication(texts, file, file?.head),
    login: glue.checkLogin,
  };
  return {
    fields: { contact, application: [...application.filter(({ name }) => name !== cv.name), cv], login },
    checkForm: (name, values) => checks[name](values),
    pageCount: glue.pageCount,
    pageLinks: glue.pageLinks,
    sortRecords: (order, records) => Array.from(glue.sortRecords(order, records)),
    decideSession: glue.decideSession,
    isTokenLive: glue.isTokenLive,
  };
}
