import { type RefObject, useEffect } from "react";

/** Rejects files that are dropped outside a file field. The browser would leave the page to open them. */
export function useDropGuard(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      // Text may be dropped anywhere.
      if (event.target === field.current || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, [field]);
}
