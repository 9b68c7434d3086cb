import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { plainText, RichText } from "./RichText";

const text = ["A shop ", { bold: "without returns" }, " & <b>no markup</b>"] as const;

test("renders marked parts bold and escapes markup", () => {
  const { container } = render(<RichText text={text} />);
  expect(container.innerHTML).toBe(
    "A shop <strong>without returns</strong> &amp; &lt;b&gt;no markup&lt;/b&gt;",
  );
});

test("returns the plain text with all words", () => {
  expect(plainText(text)).toBe("A shop without returns & <b>no markup</b>");
});
