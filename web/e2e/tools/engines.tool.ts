import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { newApplication } from "../application-form";
import { expect, newRequest, test } from "../fixtures";
import { openJobs, publicPaths } from "../site";
import { startBrowser } from "./engines/bidi";
import type { Engine } from "./engines/engine";
import { expectErrors, expectText, expectWhole, open } from "./engines/looks";
import { startWebKit } from "./engines/webkit";

const firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync) ?? "firefox";

// A browser that hangs must fail long before the other tools' limit of one hour.
test.describe.configure({ timeout: 5 * 60_000 });

for (const name of ["Chromium", "Firefox", "WebKit"]) {
  test.describe(name, () => {
    let engine: Engine;

    test.beforeAll(async ({ launchOptions: { executablePath = "chromium", args = [] } }) => {
      if (name === "WebKit") engine = await startWebKit();
      else if (name === "Firefox")
        engine = await startBrowser({ browser: "firefox", executablePath: firefox });
      else engine = await startBrowser({ browser: "chrome", executablePath, args });
    });
    test.afterAll(() => engine.close());

    test("shows every public page", async ({ server }) => {
      for (const path of publicPaths) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await test.step(path, () => expectWhole(engine, server.url + path));
      }
    });

    test("validates a consultation, sends it, and shows it to an admin", async ({
      server,
      admin,
    }) => {
      const { message, name: sender, email } = newRequest();
      await open(engine, `${server.url}/contact`);
      await engine.press("main button[type=submit]");
      await expectErrors(engine, [
        "Message is required",
        "Your Full Name is Required",
        "Your Email is Required",
      ]);
      await engine.type("[name=message]", "Too short");
      await engine.type("[name=referral]", "x");
      await expectErrors(engine, [
        "Message must be at least ten characters",
        "Your Full Name is Required",
        "Your Email is Required",
        "Too short to be a valid source",
      ]);
      // Validated by the module alone: no request was sent.
      expect(await engine.evaluate(fetched)).toEqual(["public_bg.wasm"]);
      await engine.type("[name=message]", `. ${message}`);
      await engine.type("[name=full_name]", sender);
      await engine.type("[name=email]", email);
      await engine.type("[name=referral]", "y");
      await expectErrors(engine, []);
      await engine.press("main button[type=submit]");
      await expectText(engine, "Your Consultation Added Successfully");

      await engine.goto(`${server.url}/dashboard`);
      await engine.type("[name=username]", admin.username);
      await engine.type("[name=password]", "wrong");
      await engine.press("button[type=submit]");
      await expectText(engine, "Invalid Credentials");
      await engine.goto(`${server.url}/dashboard`);
      await engine.type("[name=username]", admin.username);
      await engine.type("[name=password]", admin.password);
      await engine.press("button[type=submit]");
      await expectText(engine, "You Have Successfully Signed In!!");
      await expectText(engine, email);
      await engine.press("nav[aria-label=Dashboard] a[href='/dashboard/insights']");
      await expect
        .poll(() => engine.evaluate(tables))
        .toEqual(["Submissions a week", "Time to the first action"]);
      // The count of this week, with its bar.
      await engine.press("tbody tr:last-child span > a");
      await expectText(engine, email);
      await expectText(engine, "Not spam");
      await engine.press("nav[aria-label=Dashboard] button");
      await expectText(engine, "You Have Successfully Signed Out!!");
    });

    test("validates an application with its file, and sends it", async ({ server }, testInfo) => {
      test.skip(openJobs.length === 0, "no job is open");
      const application = newApplication();
      const [wrong, cv] = [testInfo.outputPath("wrong.pdf"), testInfo.outputPath("cv.pdf")];
      await writeFile(wrong, "No CV at all");
      await writeFile(cv, application.cv.buffer);
      await open(engine, `${server.url}/careers`);
      await engine.press("main form button");
      await engine.type("dialog [name=full_name]", "Al");
      await engine.type("dialog [name=email]", application.email);
      await engine.type("dialog [name=cover_letter]", "Too short");
      await engine.type("dialog [name=cv]", wrong);
      await engine.press("dialog button[type=submit]");
      await expectErrors(engine, [
        "FullName must be at least three characters",
        "Cover letter must be at least 20 characters",
        "Only PDF, DOC, or DOCX files are allowed",
      ]);
      await engine.type("dialog [name=full_name]", application.name);
      await engine.type("dialog [name=cover_letter]", application.letter);
      await engine.type("dialog [name=cv]", cv);
      await expectErrors(engine, []);
      await engine.press("dialog button[type=submit]");
      await expectText(engine, "Application Submitted Successfully!");
    });
  });
}

/** Returns the names of the tables. */
function tables(): string[] {
  return Array.from(document.querySelectorAll("table"), (table) => {
    const name = document.getElementById(table.getAttribute("aria-labelledby") ?? "");
    return name?.textContent ?? "";
  });
}

/** Returns the API calls so far, and the loaded modules. */
function fetched(): string[] {
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const relevant = paths.filter((path) => path.startsWith("/api/") || path.endsWith(".wasm"));
  return Array.from(new Set(relevant), (path) =>
    path.replace(/^\/assets\/(\w+)-.*(?=\.wasm)/, "$1"),
  );
}
