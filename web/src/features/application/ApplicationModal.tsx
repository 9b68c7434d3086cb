import type { OpenJob } from "../../content/jobs";
import { Modal } from "../../ui/dialog/Modal";
import { ApplicationForm } from "./ApplicationForm";
import { ApplicationTitle } from "./ApplicationTitle";

/** Props from the button that opens the modal. */
export type ApplicationModalProps = {
  job: Pick<OpenJob, "slug" | "title">;
  open: boolean;
  onClose: () => void;
};

/** The application form of one job in a dialog. Keeps the input while it is closed. */
export function ApplicationModal({ job, open, onClose }: ApplicationModalProps) {
  return (
    <Modal title={<ApplicationTitle job={job.title} />} open={open} onClose={onClose}>
      <ApplicationForm job={job} onSent={onClose} onCancel={onClose} />
    </Modal>
  );
}
