import type { FieldName, Forms } from "@rules/public.js";
import { useState } from "react";
import { announceChange } from "../../api/changes";
import { createConsultation } from "../../api/create-consultation";
import { failedOutcome } from "../../api/failure";
import { oneSubmission } from "../../api/idempotency";
import { contact } from "../../content/contact";
import { formRules } from "../../rules/metadata";
import { Button } from "../../ui/Button";
import { FormFailure } from "../../ui/form/FormFailure";
import { TextArea } from "../../ui/form/TextArea";
import { TextField } from "../../ui/form/TextField";
import { type FormValues, type Outcome, useRuleForm } from "../../ui/form/useRuleForm";
import { notifyError, notifySuccess } from "../../ui/toast";
import styles from "./ContactForm.module.css";

const fields = formRules.contact;
const names = fields.map(({ name }) => name);

/** The form that asks for an estimate. */
export function ContactForm() {
  const [submission] = useState(oneSubmission);

  async function send(values: FormValues): Promise<Outcome> {
    try {
      await submission.send((key) => createConsultation(values as Forms["contact"], key));
    } catch (error) {
      const outcome = failedOutcome(error, names);
      if (outcome.status === "failed") notifyError("Something went wrong. Please try again.");
      return outcome;
    }
    notifySuccess(contact.form.sent);
    announceChange("consultations");
    return { status: "sent" };
  }

  const { field, sending, failure, formProps } = useRuleForm({
    id: "contact",
    fields,
    check: (rules, values) => rules.checkForm("contact", values as Forms["contact"]),
    checkField: (rules, name, value) =>
      rules.checkField("contact", name as FieldName<"contact">, String(value)),
    send,
  });

  return (
    <form {...formProps} className={styles.form} method="post" action="/api/consultations/create/">
      <TextArea {...field("message")} label="Message" hint="What would you like to have built?" />
      <TextField {...field("full_name")} label="Full Name" autoComplete="name" />
      <TextField {...field("email")} label="Email" autoComplete="email" />
      <TextField {...field("referral")} label="Referral" hint="Who or what brought you here?" />
      <FormFailure reason={failure} />
      <Button type="submit" disabled={sending} className={styles.submit}>
        {sending ? "Sending..." : "Request A Free Estimate"}
      </Button>
    </form>
  );
}
