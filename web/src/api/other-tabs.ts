import { ACCESS } from "./tokens";

/** Tells when another tab has signed out, be it only to sign in as someone else. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  return onChangeElsewhere((access) => access === null && listener());
}

/** Tells when another tab has signed in. */
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
