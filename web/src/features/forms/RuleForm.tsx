import type { FieldName, FormName, Forms } from "@rules/public.js";
import { type ReactNode, use } from "react";
import { type FormValidator, publicRules, type RulesModule } from "~/rules/load";
import { formRules, plainForm } from "~/rules/metadata";
import { useModule } from "~/rules/useRules";
import { CollectPageData } from "~/seo/page-data";
import { classNames } from "~/ui/styles/class-names";
import type { FieldProps } from "~/ui/form/FieldFrame";
import { useToasts } from "~/ui/toast/Toasts";
import { Honeypot } from "./Honeypot";
import styles from "./RuleForm.module.css";
import type { Sending } from "./send-form";
import { useRuleForm } from "./useRuleForm";

/** The values that a form submits. */
type SubmittedValues<N extends FormName> = {
  [F in keyof Forms[N]]: Forms[N][F] extends string ? string : File;
};

/** The form's state, passed to its layout. */
export type RunningForm<N extends FormName> = {
  /** Returns the props of a field. */
  field: (name: FieldName<N>) => Pick<FieldProps, "form" | "rule" | "error" | "readOnly">;
  sending: boolean;
  /** The share that has been uploaded, from 0 to 1. */
  progress: number;
  /** Cancels sending and keeps the input. */
  cancel: () => void;
  /** Whether it was sent, and nothing was typed since. */
  isSent: boolean;
  /** Why the last attempt failed. */
  failure: string | undefined;
};

export type RuleFormProps<N extends FormName> = Sending<SubmittedValues<N>> & {
  name: N;
  /** The rules that validate the form. Default: the public rules. */
  rules?: RulesModule<FormValidator>;
  /** Unique on the page. A prefix of the fields' ids. */
  id: string;
  /** The key of its draft, if it keeps one. */
  draftKey?: string;
  /** The address for a post without scripts, for public forms. */
  action?: string;
  /** Fixed values, sent as hidden fields. */
  hiddenFields?: Partial<Record<FieldName<N>, string>>;
  /** Styles in addition to the default layout of stacked fields. */
  className?: string | undefined;
  children: (form: RunningForm<N>) => ReactNode;
};

/** A form that is declared by the rules: validates, sends once, shows errors by field, and allows another attempt. */
export function RuleForm<N extends FormName>(props: RuleFormProps<N>) {
  const {
    name,
    rules = publicRules,
    id,
    draftKey,
    action,
    hiddenFields = {},
    className,
    children,
    ...sending
  } = props;
  const fields = formRules[name];
  use(CollectPageData)({ hasForm: true });
  // Loaded early, so that they are available when the form is sent, even without a network.
  useModule(rules);
  useToasts();
  const { formProps, failure, ...form } = useRuleForm<SubmittedValues<N>>({
    name,
    rules,
    id,
    draftKey,
    sending,
    isPlain: action !== undefined,
  });
  const hiddenEntries = Object.entries<string | undefined>(hiddenFields);
  const hiddenError = hiddenEntries.map(([fieldName]) => form.field(fieldName).error).find(Boolean);
  return (
    <form
      {...formProps}
      className={classNames(styles.form, className)}
      method="post"
      action={action}
      encType={fields.some(({ kind }) => kind === "file") ? "multipart/form-data" : undefined}
    >
      {hiddenEntries.map(([fieldName, value]) => (
        <input key={fieldName} type="hidden" name={fieldName} value={value} />
      ))}
      {action && <input type="hidden" name={plainForm} value="1" />}
      {action && <Honeypot form={id} />}
      {children({ ...form, failure: failure ?? hiddenError })}
    </form>
  );
}
