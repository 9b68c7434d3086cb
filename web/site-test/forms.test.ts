import { expect, test } from "vitest";
import { plainForm } from "~/rules/metadata";
import { builtPage } from "./built-page";

test.each(["/contact", "/careers/apply/product-manager"])(
  "form of %s has the hidden field for posts without scripts",
  (path) => {
    const form = builtPage(path).body.querySelector("form[method=post][action^='/api/']");
    const mark = form?.querySelector(`input[type=hidden][name="${plainForm}"]`);
    expect(mark?.getAttribute("value")).toBe("1");
  },
);
