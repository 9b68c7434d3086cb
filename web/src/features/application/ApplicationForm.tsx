import type { Job } from "../../content/careers";
import { Button } from "../../ui/Button";
import { FileField } from "../../ui/form/FileField";
import { FormFailure } from "../../ui/form/FormFailure";
import { TextArea } from "../../ui/form/TextArea";
import { TextField } from "../../ui/form/TextField";
import styles from "./ApplicationForm.module.css";
import { UploadProgress } from "./UploadProgress";
import { useApplication } from "./useApplication";

type ApplicationFormProps = {
  job: Pick<Job, "id" | "title">;
  /** Told once the application has been taken. */
  onSent?: () => void;
  /** What the Cancel button does while nothing is being sent; without it there is none then. */
  onCancel?: () => void;
};

/** The form that applies for a job. */
export function ApplicationForm({ job, onSent, onCancel }: ApplicationFormProps) {
  const id = `apply-${job.id}`;
  const application = useApplication(id, () => onSent?.());
  const { field, sending, failure, progress, cancel, formProps } = application;
  const leave = sending ? cancel : onCancel;

  return (
    <form
      {...formProps}
      className={styles.form}
      method="post"
      action="/api/applications/create/"
      encType="multipart/form-data"
    >
      <input type="hidden" name="job_title" value={job.title} />
      <TextField {...field("full_name")} label="Full Name" autoComplete="name" />
      <TextField {...field("email")} label="Email" autoComplete="email" />
      <TextArea
        {...field("cover_letter")}
        label="Cover Letter"
        hint="Why this job, and why you?"
        rows={7}
      />
      <FileField {...field("cv")} label="CV" />
      <FormFailure reason={failure ?? field("job_title").error} />
      {sending && <UploadProgress part={progress} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={sending}>
          {sending ? "Submitting..." : "Submit Application"}
        </Button>
        {leave && (
          <Button tone="quiet" onClick={leave}>
            {sending ? "Cancel upload" : "Cancel"}
          </Button>
        )}
      </div>
    </form>
  );
}
