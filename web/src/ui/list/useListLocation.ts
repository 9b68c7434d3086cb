import { useSearchParams } from "react-router-dom";
import { sortOrders, type SortOrder } from "./sort-orders";
import { defaultSort } from "../../rules/metadata";

/** The page and the order that a list shows. They stand in the address, so that Back works. */
export function useListLocation() {
  const [search, setSearch] = useSearchParams();
  const page = readPage(search.get("page"));
  const sort = readSort(search.get("sort"));

  /** The query string of another page in the same order. */
  function pageSearch(target: number): string {
    return `?${listSearch(target, sort)}`;
  }

  /** Sorts anew, from the first page on. */
  function changeSort(order: SortOrder) {
    setSearch(listSearch(1, order));
  }

  return { page, sort, pageSearch, changeSort };
}

function listSearch(page: number, sort: SortOrder): URLSearchParams {
  const search = new URLSearchParams();
  if (page > 1) search.set("page", String(page));
  if (sort !== defaultSort) search.set("sort", sort);
  return search;
}

function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

function readSort(text: string | null): SortOrder {
  return sortOrders.find(({ order }) => order === text)?.order ?? defaultSort;
}
