import { getCv } from "~/api/applications";
import { publicRules } from "~/rules/load";
import { fieldRule, formRules } from "~/rules/metadata";
import { validateField } from "~/features/forms/validate";

/** What a preview says if loading failed for no known reason. */
export const LOAD_FAILED = "Couldn't load the CV. Try again.";

/**
 * Loads a CV and returns it as a PDF; undefined when its content is not one.
 *
 * The rules of the application form check the file's first bytes, because a browser must not show a
 * visitor's file as any other type.
 */
export async function loadPdf(path: string, signal?: AbortSignal): Promise<File | undefined> {
  const [content, rules] = await Promise.all([getCv(path, signal), publicRules.load()]);
  // The rules compare the content with the extension.
  const file = new File([content], "cv.pdf", { type: "application/pdf" });
  const cv = fieldRule(formRules.application, "cv");
  const refused = await validateField(rules, "application", cv, { cv: file });
  return refused === undefined ? file : undefined;
}
