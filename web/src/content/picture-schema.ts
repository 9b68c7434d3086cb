import { z } from "zod";
import type { Picture } from "../ui/picture-url";

/** A text that says something. */
export const text = z.string().trim().min(1, "is empty");

/** What `import picture from "./name.webp?picture"` gives. */
export const picture = z.custom<Picture>(
  (value) => typeof value === "object" && value !== null && "hash" in value,
  'is no picture: import it as "./name.webp?picture"',
);
