import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { http } from "../mocks/http";
import { onlyAt, server, unexpectedCalls } from "./server";

test.each([
  ["fetch", () => fetch("/api/inbox")],
  ["upload", upload],
])("records an unexpected %s, which makes the test fail", async (_, call) => {
  server.use(
    http.get("/api/admins", ({ response }) => response(200).json([])),
    http.get(
      "/api/inbox",
      onlyAt("?box=new", () => HttpResponse.error()),
    ),
  );
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
