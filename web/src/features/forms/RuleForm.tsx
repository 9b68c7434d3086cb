import type { FieldName, FormName, Forms } from "@rules/public.js";
import { type ReactNode, useEffect } from "react";
import { type FormValidator, publicRules, type RulesModule } from "../../rules/load";
import { formRules } from "../../rules/metadata";
import { useModule } from "../../rules/useRules";
import { classNames } from "../../ui/styles/class-names";
import type { FieldProps } from "../../ui/form/FieldFrame";
import { preloadToasts } from "../../ui/toast/toast";
import { Honeypot } from "./Honeypot";
import type { FormValues } from "./validate";
import styles from "./RuleForm.module.css";
import { useRuleForm } from "./useRuleForm";
import { type Sending, useSubmit } from "./useSubmit";

/** A filled form, as it is sent. */
type Filled<N extends FormName> = {
  [F in keyof Forms[N]]: Forms[N][F] extends string ? string : File;
};

/** What a form's layout works with. */
type RunningForm<N extends FormName> = {
  /** What the component of a field needs to take part. */
  field: (name: FieldName<N>) => Pick<FieldProps, "form" | "rule" | "error" | "readOnly">;
  sending: boolean;
  /** How much of it has gone, from 0 to 1. */
  progress: number;
  /** Stops sending; everything filled in stays. */
  cancel: () => void;
  /** Why the last attempt failed. */
  failure: string | undefined;
};

type RuleFormProps<N extends FormName> = Sending<Filled<N>> & {
  name: N;
  /** What judges it, where that is not what judges visitors' forms. */
  rules?: RulesModule<FormValidator>;
  /** Unique on the page; the ids of the fields begin with it. */
  id: string;
  /** Where the browser posts it by itself, as long as there are no scripts: a form that anybody may send. */
  action?: string;
  /** Fields that are filled by the page. */
  hiddenFields?: Partial<Record<FieldName<N>, string>>;
  /** What its layout adds to fields that stand below each other. */
  className?: string | undefined;
  children: (form: RunningForm<N>) => ReactNode;
};

/** A form as the rules declare it: judged by them, sent once, refused field by field, tried again. */
export function RuleForm<N extends FormName>(props: RuleFormProps<N>) {
  const {
    name,
    rules = publicRules,
    id,
    action,
    hiddenFields = {},
    className,
    children,
    ...how
  } = props;
  const fields = formRules[name];
  // Asked for early, so that they are here when the form is sent, even when the network is lost by then.
  useModule(rules);
  useEffect(preloadToasts, []);
  const names = fields.map((rule) => rule.name);
  const { attempt, progress, cancel } = useSubmit<Filled<N>>(how, names);
  const { field, sending, failure, formProps } = useRuleForm({
    name,
    rules,
    id,
    send: (values: FormValues) => attempt(values as Filled<N>),
  });
  const given = Object.entries<string | undefined>(hiddenFields);
  const unseen = given.map(([other]) => field(other).error).find(Boolean);
  return (
    <form
      {...formProps}
      className={classNames(styles.form, className)}
      method="post"
      action={action}
      encType={fields.some(({ kind }) => kind === "file") ? "multipart/form-data" : undefined}
    >
      {given.map(([other, value]) => (
        <input key={other} type="hidden" name={other} value={value} />
      ))}
      {action && <Honeypot form={id} />}
      {children({ field, sending, progress, cancel, failure: failure ?? unseen })}
    </form>
  );
}
