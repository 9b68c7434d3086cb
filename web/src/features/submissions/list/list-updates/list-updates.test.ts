import { expect, test } from "vitest";
import { listPage, row } from "../../../../../test/records";
import type { Submission } from "../../../../api/submissions";
import { defaultFilter } from "../../../../rules/filter";
import { listUpdateOf } from "./list-updates";

const page = (count: number, ...ids: number[]) =>
  listPage<Submission>(
    ids.map((id) => row(id)),
    { count },
  );

test.each([
  ["nothing", page(3, 3, 2, 1), "unchanged"],
  ["a record further back", page(4, 3, 2, 1), "unchanged"],
  ["one that came", page(4, 4, 3, 2, 1), 1],
  ["as many as a page holds, and more", page(20, 20, 19, 18), 17],
  ["one that went", page(2, 3, 1), "changed"],
  ["one that came while the first one went", page(3, 4, 2, 1), 1],
  ["the first one that went", page(2, 2, 1), "changed"],
])("%s is told", (_, latest, told) => {
  expect(listUpdateOf(page(3, 3, 2, 1), latest, defaultFilter)).toBe(told);
});

test("what came into an empty list is new, too", () => {
  expect(listUpdateOf(page(0), page(2, 2, 1), defaultFilter)).toBe(2);
});

test.each([{ page: 2 }, { sort: "oldest" as const }])("elsewhere a list has changed", (place) => {
  expect(listUpdateOf(page(13, 3, 2, 1), page(14, 4, 3, 2), { ...defaultFilter, ...place })).toBe(
    "changed",
  );
});
