import { useForm } from "@tanstack/react-form";
import { schemas } from "agency-form-rules/standard-schema";

const defaultValues = { message: "", full_name: "", email: "", referral: "" };
export function ContactForm({ send }) {
  const form = useForm({ defaultValues, validators: { onSubmitAsync: schemas.contact }, onSubmit: ({ value }) => send(value) });
  const input = (f) => <p><textarea aria-label={f.name} value={f.state.value} onChange={(e) => f.handleChange(e.target.value)} />{f.state.meta.errors[0]?.message}</p>;
  return <form onSubmit={(e) => { e.preventDefault(); form.handleSubmit(); }}>{Object.keys(defaultValues).map((name) => <form.Field key={name} name={name}>{input}</form.Field>)}<button>Send</button></form>;
}
