import { useStaffRules } from "~/rules/useRules";
import { PageLinks } from "~/ui/list/PageLinks";

type PagerProps = {
  /** The accessible name. */
  label: string;
  page: number;
  count: number;
  pageSize: number;
  /** Returns the query string of a page. */
  search: (page: number) => string;
};

/** Links to the pages of a list. Shows nothing if there is only one page. */
export function Pager({ label, page, count, pageSize, search }: PagerProps) {
  const rules = useStaffRules();
  const pages = rules.pageCount(count, pageSize);
  const links = rules.pageLinks(page, pages);
  const hasNext = page < pages;
  if (page === 1 && !hasNext) return null;
  // After the last page, the previous page is the last one.
  const previous = Math.max(Math.min(page - 1, pages), 1);
  return (
    <PageLinks
      label={label}
      page={page}
      previous={page > 1 ? previous : undefined}
      next={hasNext ? page + 1 : undefined}
      links={links}
      search={search}
    />
  );
}
