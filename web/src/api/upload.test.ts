import { delay } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { http } from "../../mocks/http";
import { pdf } from "../../test/files";
import { foreignResponses } from "../../test/foreign-responses";
import { server } from "../../test/server";
import { watchUploads } from "../../test/uploads";
import { NetworkError } from "./errors";
import { createApplication } from "./forms";

afterEach(() => vi.useRealTimers());

const CREATE = "/api/applications/create";
const TEXTS = { job_title: "", full_name: "", email: "", cover_letter: "" };

const send = (signal = new AbortController().signal) =>
  createApplication({ ...TEXTS, cv: pdf() }, { key: "k", signal, onProgress: () => undefined });

test("succeeds with the 201 of our server", async () => {
  server.use(
    http.post(CREATE, ({ response }) => response(201).json({ slug: "s", submitted_at: "" })),
  );
  await expect(send()).resolves.toBeUndefined();
});

test.each(foreignResponses)("takes %s for a lost connection", async (_, respond) => {
  server.use(http.post(CREATE, respond));
  await expect(send()).rejects.toBeInstanceOf(NetworkError);
});

test("fails 50 seconds after the last progress, within a minute", async () => {
  vi.useFakeTimers();
  server.use(http.post(CREATE, () => delay("infinite")));
  const progress = watchUploads();
  const failed = expect(send()).rejects.toBeInstanceOf(NetworkError);
  const settled = vi.fn();
  failed.then(settled, settled);
  await vi.advanceTimersByTimeAsync(49_000);
  progress(1, 2);
  await vi.advanceTimersByTimeAsync(49_000);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_100);
  await failed;
});

test("fails with the caller's reason when the caller aborts", async () => {
  server.use(http.post(CREATE, () => delay("infinite")));
  const controller = new AbortController();
  const failed = expect(send(controller.signal)).rejects.toThrow("Left");
  controller.abort(new Error("Left"));
  await failed;
});
