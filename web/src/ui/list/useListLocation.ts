import type { RecordState } from "@rules/public.js";
import { useSearchParams } from "react-router-dom";
import { sortOrders, type SortOrder } from "./sort-orders";
import { defaultSort } from "../../rules/metadata";

/** Which records a list shows: those of one state, or all; those of one person, or everybody's. */
export type ListFilter = { box: RecordState | undefined; assigned: string | undefined };

type Place = ListFilter & { page: number; sort: SortOrder };

const boxes: Record<RecordState, true> = { new: true, open: true, done: true, spam: true };

/** What a list shows. It stands in the address, so that Back works. */
export function useListLocation() {
  const [search, setSearch] = useSearchParams();
  const place: Place = {
    box: readBox(search.get("box")),
    assigned: search.get("assigned") || undefined,
    sort: readSort(search.get("sort")),
    page: readPage(search.get("page")),
  };

  return {
    ...place,
    /** The query string of another page of the same list. */
    pageSearch: (page: number) => `?${listSearch({ ...place, page })}`,
    /** The query string of another box, from its first page on. */
    boxSearch: (box: RecordState | undefined) => `?${listSearch({ ...place, box, page: 1 })}`,
    /** Sorts anew, from the first page on. */
    changeSort: (sort: SortOrder) => setSearch(listSearch({ ...place, sort, page: 1 })),
    /** Shows the records of somebody else, from the first page on. */
    changeAssigned: (assigned: string | undefined) =>
      setSearch(listSearch({ ...place, assigned, page: 1 })),
  };
}

function listSearch({ box, assigned, sort, page }: Place): URLSearchParams {
  const search = new URLSearchParams();
  if (box) search.set("box", box);
  if (assigned) search.set("assigned", assigned);
  if (page > 1) search.set("page", String(page));
  if (sort !== defaultSort) search.set("sort", sort);
  return search;
}

function readBox(text: string | null): RecordState | undefined {
  return text && Object.hasOwn(boxes, text) ? (text as RecordState) : undefined;
}

function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

function readSort(text: string | null): SortOrder {
  return sortOrders.find(({ order }) => order === text)?.order ?? defaultSort;
}
