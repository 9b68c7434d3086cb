import { useEffect } from "react";

/** Rejects files that are dropped outside a file field. The browser would leave the page to open them. */
export function useDropGuard(): void {
  useEffect(() => {
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);
}

// The same function for all fields of a page, so that it listens once.
function refuse(event: DragEvent) {
  const { target, dataTransfer } = event;
  const isField = target instanceof HTMLInputElement && target.type === "file" && !target.disabled;
  // Text may be dropped anywhere.
  if (isField || !dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}
