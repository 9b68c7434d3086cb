import { application } from "~/content/application";
import { forms } from "~/content/forms";
import type { ListedJob } from "~/content/jobs";
import { Button } from "~/ui/Button";
import { FieldPair } from "~/ui/form/FieldPair";
import { FileField } from "~/ui/form/FileField";
import { FormFailure } from "~/ui/form/FormFailure";
import { FormNote } from "~/ui/form/FormNote";
import { TextArea } from "~/ui/form/TextArea";
import { TextField } from "~/ui/form/TextField";
import { useRules } from "~/rules/useRules";
import { LateDraftOffer } from "../forms/LateDraftOffer";
import { RuleForm } from "../forms/RuleForm";
import type { Thanks } from "../forms/thanks";
import { ThanksNote } from "../forms/ThanksNote";
import { useLateScript } from "../forms/useLateScript";
import styles from "./ApplicationForm.module.css";
import { UploadProgress } from "./UploadProgress";

/** Success message. */
export const thanks: Thanks = {
  resource: "applications",
  ...application.thanks,
};

type ApplicationFormProps = {
  job: Pick<ListedJob, "slug" | "title">;
  /** Called once the server has stored the application. */
  onSent?: () => void;
  /** Called by the Cancel button, which is shown only with it. While sending, the button cancels the upload. */
  onCancel?: () => void;
  /** Whether the visitor has tried to leave the form while it is sending. */
  isLeaving?: boolean;
};

/** Returns the key of the draft of an application. */
export const applicationDraft = (jobSlug: string) => `application-${jobSlug}`;

const loadFormCalls = () => import("~/api/forms");

/** Shows the application form of a job. */
export function ApplicationForm({
  job,
  onSent,
  onCancel,
  isLeaving = false,
}: ApplicationFormProps) {
  const rules = useRules();
  const loadCalls = useLateScript(loadFormCalls);
  return (
    <RuleForm
      name="application"
      id={`apply-${job.slug}`}
      draftKey={applicationDraft(job.slug)}
      action="/api/applications/create/"
      hiddenFields={{ job_title: job.title }}
      send={async (values, attempt) => {
        const { createApplication } = await loadCalls();
        await createApplication(values, attempt);
      }}
      successMessage={thanks.heading}
      onSent={onSent}
    >
      {({ field, sending, progress, cancel, isSent, failure }) => {
        const leave = sending ? cancel : onCancel;
        return (
          <>
            <ThanksNote {...thanks} shown={isSent && !onSent} />
            <LateDraftOffer
              form="application"
              draftKey={applicationDraft(job.slug)}
              note={application.draft}
            />
            <FieldPair>
              <TextField
                {...field("full_name")}
                label={forms.labels.fullName}
                autoComplete="name"
              />
              <TextField {...field("email")} label={forms.labels.email} autoComplete="email" />
            </FieldPair>
            <TextArea
              {...field("cover_letter")}
              {...application.fields.coverLetter}
              rows={7}
              countCharacters={rules?.countCharacters}
            />
            <FileField {...field("cv")} label={application.fields.cv} />
            <FormNote text={`${application.kept} ${forms.source}`} />
            <FormFailure reason={isLeaving ? application.stillSending : failure} />
            {sending && <UploadProgress part={progress} />}
            <div className={styles.actions}>
              <Button type="submit" busy={sending}>
                {sending ? application.submitting : application.submit}
              </Button>
              {leave && (
                <Button tone="quiet" onClick={leave}>
                  {sending ? application.cancelUpload : application.cancel}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </RuleForm>
  );
}
