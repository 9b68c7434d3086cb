import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { plainText, RichText } from "./RichText";

const text = ["A shop ", { bold: "without returns" }, " & <b>no markup</b>"] as const;

test("marked parts are bold, and markup in the words is only words", () => {
  const { container } = render(<RichText text={text} />);
  expect(container.innerHTML).toBe(
    "A shop <strong>without returns</strong> &amp; &lt;b&gt;no markup&lt;/b&gt;",
  );
});

test("the plain text has all words", () => {
  expect(plainText(text)).toBe("A shop without returns & <b>no markup</b>");
});
