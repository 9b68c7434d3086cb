import { createApplication } from "../../api/create-application";
import { application } from "../../content/application";
import type { OpenJob } from "../../content/jobs";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { FieldPair } from "../../ui/form/FieldPair";
import { FileField } from "../../ui/form/FileField";
import { FormFailure } from "../../ui/form/FormFailure";
import { FormNote } from "../../ui/form/FormNote";
import { TextArea } from "../../ui/form/TextArea";
import { TextField } from "../../ui/form/TextField";
import { useRules } from "../../rules/useRules";
import { RuleForm } from "../forms/RuleForm";
import type { Thanks } from "../forms/thanks";
import styles from "./ApplicationForm.module.css";
import { UploadProgress } from "./UploadProgress";

/** Shown after it was sent. */
export const thanks: Thanks = {
  resource: "applications",
  heading: "Application Submitted Successfully!",
  text: "Thank you. You will hear from us within five business days.",
  next: { to: paths.careers, label: "Back to open positions" },
};

type ApplicationFormProps = {
  job: Pick<OpenJob, "slug" | "title">;
  /** Told once the application has been taken. */
  onSent?: () => void;
  /** What the Cancel button does while nothing is being sent; without it there is none then. */
  onCancel?: () => void;
};

/** The form that applies for a job. */
export function ApplicationForm({ job, onSent, onCancel }: ApplicationFormProps) {
  const rules = useRules();
  return (
    <RuleForm
      name="application"
      id={`apply-${job.slug}`}
      action="/api/applications/create/"
      filled={{ job_title: job.title }}
      send={createApplication}
      thanks={thanks.heading}
      onSent={onSent}
    >
      {({ field, sending, progress, cancel, failure }) => {
        const leave = sending ? cancel : onCancel;
        return (
          <>
            <FieldPair>
              <TextField {...field("full_name")} label="Full Name" autoComplete="name" />
              <TextField {...field("email")} label="Email" autoComplete="email" />
            </FieldPair>
            <TextArea
              {...field("cover_letter")}
              label="Cover Letter"
              hint="Why this job, and why you?"
              rows={7}
              countCharacters={rules?.countCharacters}
            />
            <FileField {...field("cv")} label="CV" />
            <FormNote text={application.kept} />
            <FormFailure reason={failure} />
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
          </>
        );
      }}
    </RuleForm>
  );
}
