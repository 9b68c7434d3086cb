import { ACCESS } from "./tokens";

/** Calls the listener when another tab signs out, even if it signs in as someone else at once. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  return onChangeElsewhere((access) => access === null && listener());
}

/** Calls the listener when another tab signs in. */
export function onSignedInElsewhere(listener: () => void): () => void {
  return onChangeElsewhere((access) => access !== null && listener());
}

function onChangeElsewhere(listener: (access: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === null || key === ACCESS) listener(newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
