import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  ChosenFile,
  FormName,
  RecordAction,
  RecordState,
  SessionState,
  SortOrder,
} from "@rules/public.js";

/** A text, a repeated piece, or a sequence of parts. */
export type Text = string | { repeat: [string, number] } | Text[];
export type Cv = { name: string; size: number; head: Text };
type Texts = Record<string, string>;

type Vectors = {
  valid: Record<FormName, Texts> & { cv: Cv };
  fields: Record<
    FormName,
    Record<string, { why: string; value: Text; error?: string; stored?: Text }[]>
  >;
  forms: {
    form: FormName;
    why: string;
    value: Record<string, Text | null>;
    /** Null for no file. Defaults to the valid one. */
    cv?: Cv | null;
    errors: [string, string][];
  }[];
  cvs: { why: string; cv: Cv | null; error?: string }[];
  wordPackages: { why: string; parts: [name: string, content: string][]; word: boolean }[];
  pageCounts: { items: number; size: number; pages: number }[];
  pageLinks: { page: number; pages: number; links: (number | null)[] }[];
  sorts: {
    why: string;
    records: { full_name: string; created_at: string; id: number }[];
    positions: Record<SortOrder, number[]>;
  }[];
  usernameKeys: { username: string; key: string }[];
  sessions: {
    why: string;
    access: string | { payload: string } | null;
    refresh: boolean;
    now: number;
    session: SessionState;
  }[];
  filters: { why: string; query: Text; written: Text; errors?: [string, string][] }[];
  searches: { why: string; query: Text; texts: Text[]; found: boolean }[];
  marks: { why: string; query: string; text: string; marks: string[] }[];
  moves: { state: RecordState; action: RecordAction; to?: RecordState; error?: string }[];
  notes: { why: string; value: Text; error?: string }[];
};

/** The test vectors, shared with the native tests of the rules. */
export const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../core/tests/vectors.json"), "utf8"),
) as Vectors;

export function writtenOut(text: Text): string {
  if (typeof text === "string") return text;
  return Array.isArray(text)
    ? text.map(writtenOut).join("")
    : text.repeat[0].repeat(text.repeat[1]);
}

/** Converts a file of the vectors, which has its first bytes in hexadecimal. */
export const fileOf = (cv: Cv | null): ChosenFile | undefined =>
  cv ? { ...cv, head: new Uint8Array(Buffer.from(writtenOut(cv.head), "hex")) } : undefined;

export function tokenOf(access: string | { payload: string } | null): string | null {
  if (access === null || typeof access === "string") return access;
  return `e30.${Buffer.from(access.payload).toString("base64url")}.sig`;
}
