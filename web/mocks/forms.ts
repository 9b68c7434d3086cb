import type { FieldError } from "@rules/public.js";
import { checkForm } from "@rules/public.js";
import { http } from "./http";
import { newRecord, records } from "./records";

const refused = (found: readonly FieldError[]) => ({
  message: "Some fields need your attention",
  errors: Object.fromEntries(found.map(({ field, message }) => [field, message])),
});

const createdOf = ({ slug, submitted_at }: { slug: string; submitted_at: string }) => ({
  slug,
  submitted_at,
});

/** The forms of visitors. What they send is in the lists as long as the server runs. */
export const formHandlers = [
  http.post("/api/consultations/create", async ({ request, response }) => {
    const { full_name, email, message, referral = null } = await request.json();
    const errors = checkForm("contact", { full_name, email, message, referral });
    if (errors.length > 0) return response(422).json(refused(errors));
    const record = newRecord(full_name, email);
    const own = { kind: "consultations" as const, message, referral: referral || null };
    records.consultations.unshift({ ...record, ...own });
    return response(201).json(createdOf(record));
  }),
  http.post("/api/applications/create", async ({ request, response }) => {
    const form = await request.formData();
    const text = (name: string) => String(form.get(name) ?? "");
    const file = form.get("cv");
    const cv =
      file instanceof File
        ? { name: file.name, size: file.size, head: new Uint8Array(await file.arrayBuffer()) }
        : undefined;
    const [full_name, email] = [text("full_name"), text("email")];
    const [job_title, cover_letter] = [text("job_title"), text("cover_letter")];
    const errors = checkForm("application", { full_name, email, job_title, cover_letter, cv });
    if (errors.length > 0) return response(422).json(refused(errors));
    const record = newRecord(full_name, email);
    const cv_upload = `/api/applications/${record.slug}/cv/${encodeURIComponent(cv?.name ?? "")}`;
    const own = { kind: "applications" as const, job_title, cover_letter, cv_upload };
    records.applications.unshift({ ...record, ...own });
    return response(201).json(createdOf(record));
  }),
  http.post("/api/client-errors", ({ response }) => response(204).empty()),
];
