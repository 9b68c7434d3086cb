/** A stored consultation request. */
export type Consultation = {
  id: number;
  slug: string;
  full_name: string;
  email: string;
  referral: string | null;
  message: string;
  submitted_at: string;
  created_at: string;
};

/** The cache keys of everything that shows consultations. */
export const consultationKeys = {
  all: ["consultations"] as const,
  list: (page: number, sort: string) => ["consultations", "list", { page, sort }] as const,
  detail: (slug: string) => ["consultations", "detail", slug] as const,
};
