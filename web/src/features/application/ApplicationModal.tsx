import { useState } from "react";
import type { ListedJob } from "~/content/jobs";
import { Modal } from "~/ui/dialog/Modal";
import { useIsSending } from "../forms/useIsSending";
import { ApplicationForm, applicationDraft, thanks } from "./ApplicationForm";
import { ApplicationTitle } from "./ApplicationTitle";

/** Props from the button that opens the modal. */
export type ApplicationModalProps = {
  job: Pick<ListedJob, "slug" | "title">;
  open: boolean;
  onClose: () => void;
  /** Called with thanks once the server has stored the application, after `onClose`. */
  onSent: (thanks: string) => void;
};

/** The application form of one job in a dialog. Keeps the input while it is closed. */
export function ApplicationModal({ job, open, onClose, onSent }: ApplicationModalProps) {
  const isSending = useIsSending(applicationDraft(job.slug));
  const [isLeaving, setIsLeaving] = useState(false);
  if (isLeaving && !isSending) setIsLeaving(false);

  function close() {
    onClose();
    onSent(thanks.text);
  }
  return (
    <Modal
      title={<ApplicationTitle job={job.title} />}
      open={open}
      // A closed dialog looks canceled.
      onClose={() => (isSending ? setIsLeaving(true) : onClose())}
    >
      <ApplicationForm job={job} onSent={close} onCancel={onClose} isLeaving={isLeaving} />
    </Modal>
  );
}
