import { focusManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Page, Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";
import { Button } from "~/ui/Button";
import { DashboardTitle } from "~/seo/DashboardTitle";
import { formatCount } from "../counts";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import styles from "./NewRecordsBanner.module.css";
import { useListUpdates } from "./useListUpdates";

type NewRecordsBannerProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  filter: Filter;
  /** The shown page. */
  page: Page<T>;
  /** Called when the user shows the changes. */
  onShow: () => void;
};

/** Shows a button that updates a list which has changed since it was shown. */
export function NewRecordsBanner<T extends Submission>({
  kind,
  filter,
  page,
  onShow,
}: NewRecordsBannerProps<T>) {
  const { update, show } = useListUpdates(kind, filter, page);
  // Screen readers ignore changes of a hidden tab, so the button waits until it is shown.
  const isVisible = useSyncExternalStore(onVisibilityChange, isTabVisible);
  const count = typeof update === "number" ? formatCount({ count: update }) : undefined;

  return (
    <div className={styles.place} role="status">
      <DashboardTitle name={kind.words.many} count={count} />
      {isVisible && update !== "unchanged" && (
        <Button
          size="s"
          className={styles.line}
          onClick={() => {
            show();
            onShow();
          }}
        >
          {count ? `Show ${count} new` : "Show changes"}
        </Button>
      )}
    </div>
  );
}

const onVisibilityChange = (listener: () => void) => focusManager.subscribe(listener);
const isTabVisible = () => focusManager.isFocused();
