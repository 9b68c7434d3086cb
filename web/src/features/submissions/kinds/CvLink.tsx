import { useMutation } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { getCv } from "~/api/applications";
import { describeError } from "~/api/failures";
import { notifyError } from "~/ui/toast/toast";
import { startDownload } from "../shared/start-download";

/** Time for which a saved file stays in memory, in milliseconds. The browser reads it after the click. */
const SAVING_MS = 60_000;

const FAILED = "Couldn't download the CV. Try again.";

type CvLinkProps = {
  /** The path of the file. */
  path: string;
  name: string;
  className?: string | undefined;
  children: ReactNode;
};

/** Downloads an applicant's CV. The access token is sent in a header, so that the URL opens nothing to others. */
export function CvLink({ path, name, className, children }: CvLinkProps) {
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: () => getCv(path),
    onSuccess: (content) => {
      const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
      startDownload(url, name);
      setTimeout(() => URL.revokeObjectURL(url), SAVING_MS);
    },
    onError: (cause) => notifyError(describeError(cause, FAILED)),
  });

  function download(event: MouseEvent) {
    // The browser itself would send no token, in this tab or in a new one.
    event.preventDefault();
    if (event.detail < 2 && !isPending) mutate();
  }

  return (
    <>
      <a
        className={className}
        href={path}
        onClick={download}
        onAuxClick={(event) => event.button === 1 && download(event)}
      >
        {children}
      </a>
      <span role="status">{isPending && "Downloading…"}</span>
      {error && <span role="alert">{describeError(error, FAILED)}</span>}
    </>
  );
}
