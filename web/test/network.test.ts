import { expect, test } from "vitest";
import { mockFetch } from "./network";
import { unexpectedCalls } from "./server";

test.each([
  ["fetch", () => fetch("/api/inbox")],
  ["upload", upload],
])("records an unexpected %s, which makes the test fail", async (_, call) => {
  mockFetch({ "GET /api/admins": () => Response.json([]) });
  await expect(call()).rejects.toBeDefined();
  expect(unexpectedCalls.splice(0)).toHaveLength(1);
});

function upload() {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.addEventListener("load", resolve);
    request.addEventListener("error", reject);
    request.open("POST", "/api/applications/create");
    request.send(new FormData());
  });
}
