import type { Page, Submission } from "../../../../api/submissions";
import type { Filter } from "../../../../rules/filter";
import { Button } from "../../../../ui/Button";
import { DashboardTitle } from "../../../../site/DashboardTitle";
import { formatCount } from "../counts";
import type { SubmissionKind } from "../../kinds/kind";
import styles from "./NewRecordsBanner.module.css";
import { useListUpdates } from "./useListUpdates";

type NewRecordsBannerProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  filter: Filter;
  /** The page that is shown. */
  page: Page<T>;
  /** Told when what is new is shown, and the line goes. */
  onShow: () => void;
};

/** Says quietly that a list has changed since it was shown, and shows it as it is when pressed. */
export function NewRecordsBanner<T extends Submission>({
  kind,
  filter,
  page,
  onShow,
}: NewRecordsBannerProps<T>) {
  const { news, show } = useListUpdates(kind, filter, page);
  const count = typeof news === "number" ? formatCount({ count: news }) : undefined;

  return (
    <div className={styles.place} role="status">
      <DashboardTitle name={kind.words.many} count={count} />
      {news !== "unchanged" && (
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
