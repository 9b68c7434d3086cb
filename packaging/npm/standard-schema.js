// Standard Schemas of the public forms. Validation is synchronous once the module is loaded.
import { checkForm, isLoaded, load } from "./index.js";
import { forms } from "./forms.js";
import { standardSchemas } from "./standard-schemas.js";

export const schemas = standardSchemas(forms, () => (isLoaded() ? checkForm : load().then(() => checkForm)));
