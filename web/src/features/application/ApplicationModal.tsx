import { application } from "../../content/application";
import type { OpenJob } from "../../content/jobs";
import { Modal } from "../../ui/Modal";
import { ApplicationForm } from "./ApplicationForm";

/** What the modal is given by its button. */
export type ApplicationModalProps = {
  job: Pick<OpenJob, "slug" | "title">;
  open: boolean;
  onClose: () => void;
};

/** The application form of one job above the page. What is filled in stays while it is closed. */
export function ApplicationModal({ job, open, onClose }: ApplicationModalProps) {
  return (
    <Modal title={application.title(job.title)} open={open} onClose={onClose}>
      <ApplicationForm job={job} onSent={onClose} onCancel={onClose} />
    </Modal>
  );
}
