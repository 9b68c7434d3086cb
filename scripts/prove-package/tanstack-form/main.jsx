import { FormApi } from "@tanstack/react-form";
import { createRoot } from "react-dom/client";
import { load } from "agency-form-rules";
import { schemas } from "agency-form-rules/standard-schema";
import { ContactForm } from "./ContactForm.jsx";

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <ContactForm send={(values) => (window.sent = values)} />,
);

/** Returns the form's errors for its values, by field. */
window.errorsOf = async (form, values) => {
  await load();
  const api = new FormApi({ defaultValues: values, validators: { onSubmit: schemas[form] } });
  api.mount();
  await api.handleSubmit();
  const found = api.state.errors[0] ?? {};
  return Object.entries(found).map(([field, issues]) => ({ field, message: issues[0].message }));
};
