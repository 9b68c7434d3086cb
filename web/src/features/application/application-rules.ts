import type { ChosenFile, FieldError, FieldName, Forms } from "@rules/public.js";
import type { Rules } from "../../rules/load";
import { headLength } from "../../rules/metadata";
import type { FormValue, FormValues } from "../../ui/form/useRuleForm";

/** The rules' verdicts on the application form. A file is judged by its name, size and first bytes. */
export const applicationRules = {
  async check(rules: Rules, { cv, ...texts }: FormValues): Promise<FieldError[]> {
    const values = { ...texts, cv: await look(cv) } as Forms["application"];
    return rules.checkForm("application", values);
  },

  checkField(rules: Rules, name: string, value: FormValue) {
    if (name === "cv")
      return look(value).then((file) => rules.checkField("application", "cv", file));
    const field = name as Exclude<FieldName<"application">, "cv">;
    return rules.checkField("application", field, String(value));
  },
};

/** What the rules want to know of a file. */
async function look(value: FormValue | undefined): Promise<ChosenFile | undefined> {
  if (!(value instanceof File)) return undefined;
  try {
    const head = new Uint8Array(await value.slice(0, headLength).arrayBuffer());
    return { name: value.name, size: value.size, head };
  } catch {
    // It has been moved, deleted or changed since it was chosen.
    return undefined;
  }
}
