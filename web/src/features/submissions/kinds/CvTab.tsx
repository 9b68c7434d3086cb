import { useMutation } from "@tanstack/react-query";
import { Button } from "~/ui/Button";
import { describeError } from "~/api/failures";
import { LOAD_FAILED, loadPdf } from "./load-pdf";

/** Time for which the tab can load the file, in milliseconds. */
const LOADING_MS = 60_000;

/** Why there is no preview. */
class PreviewError extends Error {}

type CvTabProps = { path: string; name: string };

/** A button that shows a PDF in a tab of its own, for browsers that show only the first page in a frame. */
export function CvTab({ path, name }: CvTabProps) {
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: async (tab: Window | null) => {
      if (!tab)
        throw new PreviewError("Your browser blocked the new tab. Download the CV instead.");
      try {
        const pdf = await loadPdf(path);
        if (!pdf) throw new PreviewError("This file isn't a PDF. Download it instead.");
        const url = URL.createObjectURL(pdf);
        tab.location.replace(url);
        setTimeout(() => URL.revokeObjectURL(url), LOADING_MS);
      } catch (cause) {
        tab.close();
        throw cause;
      }
    },
  });

  function open() {
    // Later, the browser would take the tab for an advertisement.
    const tab = window.open("", "_blank");
    if (tab) tab.document.title = name;
    mutate(tab);
  }

  return (
    <>
      <Button
        tone="quiet"
        size="s"
        aria-label={`Preview ${name} (opens in a new tab)`}
        busy={isPending}
        onClick={open}
      >
        Preview
      </Button>
      <span role="status">{isPending && "Loading the CV…"}</span>
      {error && (
        <span role="alert">
          {error instanceof PreviewError ? error.message : describeError(error, LOAD_FAILED)}
        </span>
      )}
    </>
  );
}
