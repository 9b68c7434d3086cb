import { expect, test } from "vitest";
import { GRACE, inbox, listPage, row } from "../../../../test/records";
import { type Consultation, consultationQueries } from "~/api/consultations";
import { inboxQuery } from "~/api/inbox";
import { createQueryClient } from "~/api/query-client";
import { type Filter, defaultFilter } from "~/rules/filter";
import * as rules from "~/rules/staff";
import { updateListCaches } from "./list-caches";

const { page } = consultationQueries;

function query(filter: Partial<Filter>) {
  return page({ ...defaultFilter, ...filter }).queryKey;
}

function filled() {
  const client = createQueryClient();
  const put = (filter: Partial<Filter>, count: number, ...results: Consultation[]) =>
    client.setQueryData(query(filter), listPage(results, { count }));
  const read = (filter: Partial<Filter>) => {
    const found = client.getQueryData(query(filter));
    return found && [found.count, ...found.results.map(({ id, state }) => `${id} ${state}`)];
  };
  put({}, 12, row(1), row(2));
  put({ box: "new" }, 5, row(1), row(2));
  put({ box: "open" }, 3);
  put({ box: "done" }, 4);
  put({ assigned: "nobody" }, 6, row(1));
  put({ assigned: "me" }, 2);
  put({ assigned: "grace" }, 1);
  client.setQueryData(inboxQuery.queryKey, inbox({ new: 5, open: 3, done: 4 }));
  const waiting = () => {
    const boxes = client.getQueryData(inboxQuery.queryKey)?.consultations;
    return boxes && [boxes.new, boxes.open, boxes.done, boxes.spam];
  };
  return { client, read, waiting };
}

test("moves a record between boxes in every cached list and count", () => {
  const { client, read, waiting } = filled();
  const undo = updateListCaches(
    client,
    rules,
    "consultations",
    row(1),
    row(1, { state: "open" }),
    "ada",
  );
  expect(read({})).toEqual([12, "1 open", "2 new"]);
  expect(read({ box: "new" })).toEqual([4, "2 new"]);
  expect(read({ box: "open" })).toEqual([4]);
  expect(read({ box: "done" })).toEqual([4]);
  expect(read({ assigned: "nobody" })).toEqual([6, "1 open"]);
  expect(waiting()).toEqual([4, 4, 4, 0]);
  undo();
  expect(read({})).toEqual([12, "1 new", "2 new"]);
  expect(read({ box: "new" })).toEqual([5, "1 new", "2 new"]);
  expect(read({ box: "open" })).toEqual([3]);
  expect(waiting()).toEqual([5, 3, 4, 0]);
});

test("moves a record between the lists of assignees", () => {
  const { client, read, waiting } = filled();
  updateListCaches(client, rules, "consultations", row(1), row(1, { assigned_to: GRACE }), "ada");
  expect([read({ assigned: "nobody" }), read({ assigned: "grace" })]).toEqual([[5], [2]]);
  expect(read({ assigned: "me" })).toEqual([2]);
  updateListCaches(client, rules, "consultations", row(1, { assigned_to: GRACE }), row(1), "grace");
  expect(read({ assigned: "me" })).toEqual([1]);
  expect(waiting()).toEqual([5, 3, 4, 0]);
});

test("keeps later changes when reverting one", () => {
  const { client, read, waiting } = filled();
  const undo = updateListCaches(
    client,
    rules,
    "consultations",
    row(1),
    row(1, { state: "open" }),
    "ada",
  );
  updateListCaches(client, rules, "consultations", row(2), row(2, { state: "done" }), "ada");
  undo();
  expect(read({})).toEqual([12, "1 new", "2 done"]);
  expect(read({ box: "new" })).toEqual([4, "1 new"]);
  expect(read({ box: "open" })).toEqual([3]);
  expect(read({ box: "done" })).toEqual([5]);
  expect(waiting()).toEqual([4, 3, 5, 0]);
});

test("does not restore removed pages", () => {
  const { client, read, waiting } = filled();
  const undo = updateListCaches(
    client,
    rules,
    "consultations",
    row(1),
    row(1, { state: "open" }),
    "ada",
  );
  client.clear();
  undo();
  expect([read({}), waiting()]).toEqual([undefined, undefined]);
});
