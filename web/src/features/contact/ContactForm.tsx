import type { ContactForm as Consultation } from "@rules/agency_core_wasm.js";
import { useRef } from "react";
import { consultationsChanged, createConsultation } from "../../api/create-consultation";
import { hasStatus, refusedFields } from "../../api/errors";
import { newIdempotencyKey } from "../../api/idempotency";
import { contact } from "../../content/contact";
import { formRules } from "../../rules/metadata";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/form/TextArea";
import { TextField } from "../../ui/form/TextField";
import { type FormValues, type Outcome, useRuleForm } from "../../ui/form/useRuleForm";
import { notifyError, notifySuccess } from "../../ui/toast";
import styles from "./ContactForm.module.css";

const fields = formRules.contact;
const names = fields.map(({ name }) => name);

/** The form that asks for an estimate. */
export function ContactForm() {
  const key = useRef<string>(undefined);

  async function send(values: FormValues): Promise<Outcome> {
    try {
      await createOnce(values as Consultation);
    } catch (error) {
      const refused = refusedFields(error, names);
      if (refused) return { status: "refused", fields: refused };
      notifyError("Something went wrong. Please try again.");
      return { status: "failed" };
    }
    key.current = undefined;
    notifySuccess(contact.form.sent);
    void consultationsChanged();
    return { status: "sent" };
  }

  async function createOnce(values: Consultation) {
    // The key outlives a lost answer, so that sending again stores nothing twice.
    key.current ??= newIdempotencyKey();
    try {
      await createConsultation(values, key.current);
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
      // An earlier attempt did arrive, and the text has changed since: this is another request.
      key.current = newIdempotencyKey();
      await createConsultation(values, key.current);
    }
  }

  const { field, sending, formProps } = useRuleForm({
    id: "contact",
    fields,
    check: (rules, values) => rules.checkContact(values as Consultation),
    checkField: (rules, name, value) => rules.checkContactField(name, value),
    send,
  });

  return (
    <form {...formProps} className={styles.form} method="post" action="/api/consultations/create/">
      <TextArea {...field("message")} label="Message" hint="What would you like to have built?" />
      <TextField {...field("full_name")} label="Full Name" autoComplete="name" />
      <TextField {...field("email")} label="Email" autoComplete="email" />
      <TextField {...field("referral")} label="Referral" hint="Who or what brought you here?" />
      <Button type="submit" disabled={sending} className={styles.submit}>
        {sending ? "Sending..." : "Request A Free Estimate"}
      </Button>
    </form>
  );
}
