import { expect, test } from "vitest";
import type { ServiceWords } from "./services/schema";

const modules = import.meta.glob<{ default: ServiceWords }>("./services/*/index.ts", {
  eager: true,
});
const details = Object.values(modules).map((module) => module.default);

test.each(details)("$title has pictures of its own and short benefits", (service) => {
  expect(service.benefits.filter((benefit) => benefit.length > 60)).toEqual([]);
  const drawings = [service.bannerImage, service.image, service.centerImage1, service.centerImage2];
  expect(new Set(drawings.map(({ picture }) => picture.name)).size).toBe(4);
});

test("repeats no text between services", () => {
  for (const field of ["title", "description", "overview1"] as const) {
    expect(new Set(details.map((service) => service[field])).size).toBe(details.length);
  }
});
