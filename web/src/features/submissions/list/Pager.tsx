import { useStaffRules } from "../../../rules/useRules";
import { PageLinks } from "../../../ui/list/PageLinks";

type PagerProps = {
  /** What is paged, for those who hear it. */
  label: string;
  page: number;
  count: number;
  pageSize: number;
  /** The query string of a page. */
  search: (page: number) => string;
};

/** Links to the pages of a list; nothing where one page holds it all. */
export function Pager({ label, page, count, pageSize, search }: PagerProps) {
  const rules = useStaffRules();
  const pages = rules.pageCount(count, pageSize);
  const links = rules.pageLinks(page, pages);
  const hasNext = page < pages;
  if (page === 1 && !hasNext) return null;
  // From beyond the end the way back is to the last page.
  const before = Math.max(Math.min(page - 1, pages), 1);
  return (
    <PageLinks
      label={label}
      page={page}
      previous={page > 1 ? before : undefined}
      next={hasNext ? page + 1 : undefined}
      links={links}
      search={search}
    />
  );
}
