import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { createRoot } from "react-dom/client";
import { schemas } from "agency-form-rules/standard-schema";
import { ContactForm } from "./ContactForm.jsx";

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <ContactForm send={(values) => (window.sent = values)} />,
);

/** Returns the resolver's errors for a form's values, by field. */
window.errorsOf = async (form, values) => {
  const { errors } = await standardSchemaResolver(schemas[form])(values, undefined, { fields: {}, names: [] });
  return Object.entries(errors).map(([field, { message }]) => ({ field, message }));
};
