import { expect, test } from "vitest";
import { services } from "./services";
import type { Service } from "./services/service";

const modules = import.meta.glob<Record<string, Service>>(
  ["./services/*.ts", "!./services/service.ts"],
  { eager: true },
);
const details = Object.values(modules).flatMap((module) => Object.values(module));
const bySlug = new Map(details.map((service) => [service.slug, service]));

test("every service of the catalogue has its words", () => {
  const slugs = services.map(({ slug }) => slug);
  expect([...bySlug.keys()].toSorted()).toEqual(slugs.toSorted());
});

test.each(services)("$slug is named the same everywhere", ({ slug, name, banner }) => {
  const service = bySlug.get(slug);
  expect(service?.name).toBe(name);
  expect(service?.bannerImage.picture).toBe(banner);
});

test.each(details)("$slug is complete", (service) => {
  expect(service.benefits).toHaveLength(5);
  expect(service.benefits.filter((benefit) => benefit.length > 60)).toEqual([]);
  expect(service.faq).toHaveLength(2);
  const { quote, clientName, company } = service.testimonial;
  const drawings = [service.bannerImage, service.image, service.centerImage1, service.centerImage2];
  expect(new Set(drawings.map(({ picture }) => picture.name)).size).toBe(4);
  const words = [
    service.title,
    service.description,
    service.overview1,
    service.overview2,
    ...[service.center1, service.center2].flatMap(({ heading, text }) => [heading, text]),
    ...service.faq.flatMap(({ question, answer }) => [question, answer]),
    ...drawings.map(({ alt }) => alt),
    quote,
    clientName,
    company,
  ];
  expect(words.filter((text) => text.trim() === "")).toEqual([]);
});

test("no two services say the same", () => {
  for (const field of ["title", "description", "overview1"] as const) {
    expect(new Set(details.map((service) => service[field])).size).toBe(details.length);
  }
});
