import type { Page, Submission } from "../../../api/submissions";
import type { Filter } from "../../../rules/filter";
import { Button } from "../../../ui/Button";
import { DashboardTitle } from "../../../site/DashboardTitle";
import { shownCount } from "../counts";
import type { SubmissionKind } from "../kind";
import styles from "./NewsLine.module.css";
import { useNews } from "./useNews";

type NewsLineProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  filter: Filter;
  /** The page that is shown. */
  page: Page<T>;
  /** Told when what is new is shown, and the line goes. */
  onShow: () => void;
};

/** Says quietly that a list has changed since it was shown, and shows it as it is when pressed. */
export function NewsLine<T extends Submission>({ kind, filter, page, onShow }: NewsLineProps<T>) {
  const { news, show } = useNews(kind, filter, page);
  const count = typeof news === "number" ? shownCount({ count: news }) : undefined;

  return (
    <div className={styles.place} role="status">
      <DashboardTitle name={kind.words.many} count={count} />
      {news !== "still" && (
        <Button
          size="s"
          className={styles.line}
          onClick={() => {
            show();
            onShow();
          }}
        >
          {count ? `${count} new` : "This list has changed"}
        </Button>
      )}
    </div>
  );
}
