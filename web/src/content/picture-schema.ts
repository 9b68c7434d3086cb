import { z } from "zod";
import type { Picture } from "../ui/picture-url";

/** A text that is not blank. */
export const text = z.string().trim().min(1, "is empty");

/** The result of `import picture from "./name.webp?picture"`. */
export const picture = z.custom<Picture>(
  (value) => typeof value === "object" && value !== null && "hash" in value,
  'is no picture: import it as "./name.webp?picture"',
);

/** The result of `import icon from "bootstrap-icons/icons/phone.svg?icon"`. */
export const icon = z.string().regex(/\.svg#/, 'is no icon: import it as "….svg?icon"');
