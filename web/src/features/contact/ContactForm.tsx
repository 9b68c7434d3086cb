import { contact } from "~/content/contact";
import { Button } from "~/ui/Button";
import { FieldPair } from "~/ui/form/FieldPair";
import { FormFailure } from "~/ui/form/FormFailure";
import { FormNote } from "~/ui/form/FormNote";
import { TextArea } from "~/ui/form/TextArea";
import { TextField } from "~/ui/form/TextField";
import { paths } from "~/paths";
import { useRules } from "~/rules/useRules";
import { DraftOffer } from "../forms/DraftOffer";
import { RuleForm } from "../forms/RuleForm";
import type { Thanks } from "../forms/thanks";
import { ThanksNote } from "../forms/ThanksNote";
import { useFormCalls } from "../forms/useFormCalls";
import styles from "./ContactForm.module.css";

/** Success message. */
export const thanks: Thanks = {
  resource: "consultations",
  heading: "Your Consultation Added Successfully",
  text: "Thank you. We will read it and write back within one business day.",
  next: { to: paths.home, label: "Go home" },
};

/** Shows the contact form. */
export function ContactForm() {
  const rules = useRules();
  const loadCalls = useFormCalls();
  return (
    <RuleForm
      name="contact"
      id="contact"
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
          <DraftOffer form="contact" draftKey="contact" />
          <TextArea
            {...field("message")}
            label="Message"
            hint="What would you like us to build?"
            countCharacters={rules?.countCharacters}
          />
          <FieldPair>
            <TextField {...field("full_name")} label="Full Name" autoComplete="name" />
            <TextField {...field("email")} label="Email" autoComplete="email" />
          </FieldPair>
          <TextField {...field("referral")} label="Referral" hint="Who or what brought you here?" />
          <FormNote text={contact.form.kept} />
          <FormFailure reason={failure} />
          <div className={styles.actions}>
            <Button type="submit" disabled={sending}>
              {sending ? "Sending..." : "Request A Free Estimate"}
            </Button>
            {sending && (
              <Button tone="quiet" className={styles.cancel} onClick={cancel}>
                Cancel
              </Button>
            )}
          </div>
        </>
      )}
    </RuleForm>
  );
}
