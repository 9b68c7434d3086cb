import { type RefObject, useEffect } from "react";
import { adoptDraft, readDraft, writeDraft } from "../../../drafts";

type DraftOptions = {
  form: RefObject<HTMLFormElement | null>;
  /** The name of the field that is kept. */
  field: string;
  /** Who writes; empty as long as that is not known. */
  writer: string;
  /** What it is about. */
  about: string;
  /** Whether what was typed is on its way, and so out of the field. */
  sending: boolean;
};

/** Keeps what is typed into a field until it has been stored, and brings it back into the field. */
export function useDraft({ form, field, writer, about, sending }: DraftOptions): () => void {
  useEffect(() => {
    if (writer) adoptDraft(writer, about);
    const area = areaOf(form.current, field);
    const text = sending ? "" : readDraft(writer, about);
    if (!area || area.value === text) return;
    if (text === "") return form.current?.reset();
    area.value = text;
    // The counter listens for it.
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, [form, field, writer, about, sending]);

  return () => writeDraft(writer, about, areaOf(form.current, field)?.value ?? "");
}

function areaOf(form: HTMLFormElement | null, field: string) {
  const area = form?.elements.namedItem(field);
  return area instanceof HTMLTextAreaElement ? area : undefined;
}
