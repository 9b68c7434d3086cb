import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { schemas } from "agency-form-rules/standard-schema";

export function ContactForm({ send }) {
  const { register, handleSubmit, formState: { errors } } = useForm({ resolver: standardSchemaResolver(schemas.contact) });
  const field = (name) => <p key={name}><textarea aria-label={name} {...register(name)} />{errors[name]?.message}</p>;
  return <form onSubmit={handleSubmit(send)}>{["message", "full_name", "email", "referral"].map(field)}<button>Send</button></form>;
}
