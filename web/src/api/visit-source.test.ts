import { expect, test } from "vitest";
import { visitSource } from "./visit-source";

const origin = "https://agency.example";
const nothing = { referrer: null, utm_source: null, utm_medium: null, utm_campaign: null };

test.each([
  ["/", "", { ...nothing, landing: "/", clicked: false }],
  [
    "/service/web-apps?utm_source=news&utm_medium=email&utm_campaign=May%20😀#top",
    "https://mail.example/inbox?id=secret",
    {
      landing: "/service/web-apps",
      referrer: "mail.example",
      utm_source: "news",
      utm_medium: "email",
      utm_campaign: "May 😀",
      clicked: false,
    },
  ],
  [
    "/?gclid=secret",
    "https://www.google.com/",
    { ...nothing, landing: "/", referrer: "www.google.com", clicked: true },
  ],
  ["/faq?msclkid=", "not a URL", { ...nothing, landing: "/faq", clicked: true }],
  // The server leaves out what is no name of a public site, and judges control characters.
  [
    "/?utm_source=a%00b%0A%1B%3Cscript%3E",
    "http://192.0.2.7:8080/inbox?id=secret",
    {
      ...nothing,
      landing: "/",
      referrer: "192.0.2.7:8080",
      utm_source: "a\0b\n\u001B<script>",
      clicked: false,
    },
  ],
  ["/", "android-app://com.example.mail/", { ...nothing, landing: "/", clicked: false }],
  [
    "/",
    "http://agency.example:81/",
    { ...nothing, landing: "/", referrer: "agency.example:81", clicked: false },
  ],
])("reads the source of %s, opened from %s", (address, referrer, source) => {
  expect(visitSource(origin + address, { referrer, origin })).toEqual(source);
});

test("a page that was opened from this site has no source", () => {
  expect(
    visitSource(`${origin}/contact`, { referrer: `${origin}/?utm_source=x`, origin }),
  ).toBeUndefined();
});

test("long texts are cut between characters", () => {
  const source = visitSource(`${origin}/?utm_source=${"😀".repeat(300)}`, { referrer: "", origin });
  expect(source?.utm_source).toBe("😀".repeat(200));
});
