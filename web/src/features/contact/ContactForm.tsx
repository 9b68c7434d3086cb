import { contact } from "~/content/contact";
import { forms } from "~/content/forms";
import { Button } from "~/ui/Button";
import { FieldPair } from "~/ui/form/FieldPair";
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
import styles from "./ContactForm.module.css";

/** Success message. */
export const thanks: Thanks = {
  resource: "consultations",
  ...contact.thanks,
};

const words = contact.form;

const loadFormCalls = () => import("~/api/forms");

/** Shows the contact form. */
export function ContactForm() {
  const rules = useRules();
  const loadCalls = useLateScript(loadFormCalls);
  return (
    <RuleForm
      name="contact"
      id="contact"
      draftKey="contact"
      action="/api/consultations/create/"
      send={async (values, attempt) => {
        const { createSubmission } = await loadCalls();
        await createSubmission("consultations", values, attempt);
      }}
      successMessage={thanks.heading}
    >
      {({ field, sending, cancel, isSent, failure }) => (
        <>
          <ThanksNote {...thanks} shown={isSent} />
          <LateDraftOffer form="contact" draftKey="contact" />
          <TextArea
            {...field("message")}
            {...words.fields.message}
            countCharacters={rules?.countCharacters}
          />
          <FieldPair>
            <TextField {...field("full_name")} label={forms.labels.fullName} autoComplete="name" />
            <TextField {...field("email")} label={forms.labels.email} autoComplete="email" />
          </FieldPair>
          <TextField {...field("referral")} {...words.fields.referral} />
          <FormNote text={`${words.kept} ${forms.source}`} />
          <FormFailure reason={failure} />
          <div className={styles.actions}>
            <Button type="submit" busy={sending}>
              {sending ? words.submitting : words.submit}
            </Button>
            {sending && (
              <Button tone="quiet" className={styles.cancel} onClick={cancel}>
                {words.cancel}
              </Button>
            )}
          </div>
        </>
      )}
    </RuleForm>
  );
}
