import type { ApplicationForm, FieldError } from "@rules/agency_core_wasm.js";
import type { Rules } from "../../rules/load";
import { cvHeadLength } from "../../rules/metadata";
import type { FormValue, FormValues } from "../../ui/form/useRuleForm";

/** The rules' verdicts on the application form. A file is judged by its name, size and first bytes. */
export const applicationRules = {
  async check(rules: Rules, { cv, ...texts }: FormValues): Promise<FieldError[]> {
    const { file, head } = await look(cv);
    return rules.checkApplication(texts as ApplicationForm, file, head);
  },

  checkField(rules: Rules, name: string, value: FormValue) {
    if (name === "cv") return look(value).then(({ file, head }) => rules.checkCv(file, head));
    return rules.checkApplicationField(name, String(value));
  },
};

/** What the rules want to know of a file. */
async function look(value: FormValue | undefined) {
  const none = { file: undefined, head: undefined };
  if (!(value instanceof File)) return none;
  try {
    const head = new Uint8Array(await value.slice(0, cvHeadLength).arrayBuffer());
    return { file: { name: value.name, size: value.size }, head };
  } catch {
    // It has been moved, deleted or changed since it was chosen.
    return none;
  }
}
