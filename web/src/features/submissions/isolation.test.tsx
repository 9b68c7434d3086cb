import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { application, listPage, record, serve } from "../../../test/records";
import { renderInDashboard } from "../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { onlyAt } from "../../../test/server";
import applications from "./kinds/applications.kind";
import consultations from "./kinds/consultations.kind";
import { SubmissionDetail } from "./record/SubmissionDetail";
import { SubmissionList } from "./list/SubmissionList";

// Single-line fields refuse such characters today, but old records and long texts may have them.
const OVERRIDE = "\u202e";
const consultation = record({
  full_name: `${OVERRIDE}ecila`,
  email: `evil${OVERRIDE}moc.elpmaxe@mail.example`,
  referral: `a${OVERRIDE}friend`,
  message: `We need a ${OVERRIDE}shop.`,
});

beforeEach(() => rememberTokens(accessToken(900), "r1"));

/** Returns the text outside of elements that isolate the direction of their text. */
function outside() {
  const page = document.body.cloneNode(true) as HTMLElement;
  for (const isolated of page.querySelectorAll("bdi, [dir=auto]")) isolated.remove();
  return page.textContent;
}

test("isolates the direction of visitor texts in a list", async () => {
  serve(
    http.get(
      "/api/consultations",
      onlyAt("?page=1&sort=newest", ({ response }) => response(200).json(listPage([consultation]))),
    ),
  );
  renderInDashboard(<SubmissionList kind={consultations} />);
  await screen.findByText(consultation.full_name);
  expect(outside()).not.toContain(OVERRIDE);
});

test("isolates the direction of visitor texts in a record", async () => {
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(consultation)),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await screen.findByText(consultation.full_name);
  expect(outside()).not.toContain(OVERRIDE);
});

test("isolates the direction of an application and its file name", async () => {
  const found = application({
    full_name: consultation.full_name,
    email: consultation.email,
    job_title: `a${OVERRIDE}job`,
    cover_letter: consultation.message,
    cv_upload: `/api/applications/abc/cv/${encodeURIComponent(`${OVERRIDE}fdp.exe`)}`,
  });
  serve(
    http.get(
      "/api/applications/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(found)),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
  await screen.findByText(`${OVERRIDE}fdp.exe`);
  expect(outside()).not.toContain(OVERRIDE);
});

test("isolates the direction of a message in a toast", async () => {
  const message = `${OVERRIDE}tuO`;
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", () => HttpResponse.json({ message }, { status: 400 })),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await screen.findByText(message);
  expect(outside()).not.toContain(OVERRIDE);
});
