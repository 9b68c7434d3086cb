import download from "bootstrap-icons/icons/download.svg?icon";
import { useMutation } from "@tanstack/react-query";
import { describeError } from "~/api/failures";
import type { Submission } from "~/api/submissions";
import type { Filter } from "~/rules/filter";
import { Button } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import { notify, notifyError } from "~/ui/toast/toast";
import { startDownload } from "../shared/start-download";
import styles from "./SubmissionList.module.css";
import { type Count, formatCount } from "./counts";
import type { SubmissionKind } from "../kinds/kind";

type ExportButtonProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  filter: Filter;
  count: Count & { complete?: boolean };
};

const FAILED = "Couldn't start the export. Try again.";

/** Downloads all records that match a filter as a file. */
export function ExportButton<T extends Submission>(props: ExportButtonProps<T>) {
  const { kind, filter, count } = props;
  // The export also has records that are not indexed yet.
  const more = count.more === true || (count.complete === false && !!filter.q);
  const rows = `${formatCount({ ...count, more })} ${count.count === 1 && !more ? "row" : "rows"}`;
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: () => kind.queries.exportLink(filter),
    onSuccess: ({ url }) => {
      startDownload(url);
      notify("success", `Downloading ${rows}`);
    },
    onError: (cause) => notifyError(describeError(cause, FAILED)),
  });
  return (
    <div className={styles.export}>
      <Button tone="quiet" size="s" busy={isPending} onClick={() => mutate()}>
        <Icon svg={download} /> <span>{isPending ? "Preparing the export…" : "Export"}</span>
      </Button>
      {error && <p role="alert">{describeError(error, FAILED)}</p>}
    </div>
  );
}
