import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { unknownSource } from "~/api/submissions";
import { SourceSentence } from "./SourceSentence";

test.each([
  [{}, "Unknown"],
  [{ channel: "direct", landing: "/faq" }, "Came directly, landed on FAQ"],
  [{ channel: "search", referrer: "google.com" }, "Came from google.com (Search)"],
  [{ channel: "email", utm_source: "news", referrer: "mail.example" }, "Came from news (Email)"],
  // An advertisement's click without a referrer.
  [{ channel: "paid", landing: "/" }, "Came from an unknown source (Paid), landed on Home"],
  [
    { channel: "campaign", utm_campaign: "may" },
    "Came from an unknown source (Other campaigns), campaign “may”",
  ],
] as const)("says where a submission came from: %j", (source, sentence) => {
  const { container } = render(<SourceSentence source={{ ...unknownSource, ...source }} />);
  expect(container.textContent).toBe(sentence);
});
