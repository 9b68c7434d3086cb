import { expect, test } from "vitest";
import { listPage, row } from "../../../../../test/records";
import type { Submission } from "~/api/submissions";
import { defaultFilter } from "~/rules/filter";
import { listUpdateOf } from "./list-updates";

const page = (count: number, ...ids: number[]) =>
  listPage<Submission>(
    ids.map((id) => row(id)),
    { count },
  );

test.each([
  ["no change", page(3, 3, 2, 1), "unchanged"],
  ["a new record on a later page", page(4, 3, 2, 1), "unchanged"],
  ["a new first record", page(4, 4, 3, 2, 1), 1],
  ["more new records than rows on a page", page(20, 20, 19, 18), 17],
  ["a removed record", page(2, 3, 1), "changed"],
  ["a new record and a removed first one", page(3, 4, 2, 1), 1],
  ["a removed first record", page(2, 2, 1), "changed"],
])("detects %s", (_, latest, expected) => {
  expect(listUpdateOf(page(3, 3, 2, 1), latest, defaultFilter)).toBe(expected);
});

test("counts all records as new in a list that was empty", () => {
  expect(listUpdateOf(page(0), page(2, 2, 1), defaultFilter)).toBe(2);
});

test.each([{ page: 2 }, { sort: "oldest" as const }])(
  "reports a change without a count for %j",
  (place) => {
    expect(listUpdateOf(page(13, 3, 2, 1), page(14, 4, 3, 2), { ...defaultFilter, ...place })).toBe(
      "changed",
    );
  },
);
