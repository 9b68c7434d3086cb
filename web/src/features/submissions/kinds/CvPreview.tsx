import { useEffect, useState } from "react";
import { describeError } from "~/api/failures";
import { Button } from "~/ui/Button";
import { Spinner } from "~/ui/Spinner";
import styles from "./CvPreview.module.css";
import { LOAD_FAILED, loadPdf } from "./load-pdf";

/**
 * Hides the page list of PDF viewers, first in Chromium, then in Firefox. Fits the width in Chromium, as Firefox does by
 * itself.
 */
const VIEW = "#navpanes=0&pagemode=none&view=FitH";

type Preview = "loading" | "not a PDF" | { url: string } | { problem: string; isRetried?: true };

/** Shows the PDF at a path in the browser's viewer. */
export function CvPreview({ path, name }: { path: string; name: string }) {
  const [preview, setPreview] = useState<Preview>("loading");
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let url: string | undefined;
    async function load() {
      try {
        const pdf = await loadPdf(path, signal);
        if (signal.aborted) return;
        url = pdf && URL.createObjectURL(pdf);
        setPreview(url ? { url } : "not a PDF");
      } catch (error) {
        if (!signal.aborted) setPreview({ problem: describeError(error, LOAD_FAILED) });
      }
    }
    void load();
    return () => {
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [path, attempt]);

  function retry(problem: string) {
    setPreview({ problem, isRetried: true });
    setAttempt(attempt + 1);
  }

  if (preview === "loading") return <Spinner label="Loading the CV" />;
  if (preview === "not a PDF") {
    return (
      <p className={styles.problem} role="alert">
        This file isn't a PDF. Download it instead.
      </p>
    );
  }
  if ("problem" in preview) {
    return (
      <div className={styles.problem} role="alert">
        {!preview.isRetried && <p>{preview.problem}</p>}
        <Button size="s" busy={preview.isRetried ?? false} onClick={() => retry(preview.problem)}>
          {preview.isRetried ? "Loading..." : "Try again"}
        </Button>
      </div>
    );
  }
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a sandbox, and the type is never HTML
  return <iframe className={styles.frame} title={name} src={preview.url + VIEW} />;
}
