// Forms as Standard Schemas (https://standardschema.dev).

/** Returns the schema of each form by its name. `load` returns `checkForm`, or a promise of it while it is loading. */
export const standardSchemas = (forms, load) =>
  Object.fromEntries(
    forms.map(({ name }) => {
      const check = (value, checkForm) => {
        if (Object(value) !== value) return { issues: [{ message: "Expected an object" }] };
        const issues = checkForm(name, value).map(({ field, message }) => ({ message, path: [field] }));
        return issues[0] ? { issues } : { value };
      };
      const validate = (value) => {
        const loaded = load();
        return loaded.then ? loaded.then((checkForm) => check(value, checkForm)) : check(value, loaded);
      };
      return [name, { "~standard": { version: 1, vendor: "form-rules", validate } }];
    }),
  );
