// Forms as Standard Schemas (https://standardschema.dev).

/** Each form's schema by its name. `load` returns a promise of `checkForm`, or that itself once it is there. */
export const standardSchemas = (forms, load) =>
  Object.fromEntries(
    forms.map(({ name }) => {
      const judge = (value, checkForm) => {
        if (Object(value) !== value) return { issues: [{ message: "Expected an object" }] };
        const issues = checkForm(name, value).map(({ field, message }) => ({ message, path: [field] }));
        return issues[0] ? { issues } : { value };
      };
      const validate = (value) => {
        const found = load();
        return found.then ? found.then((checkForm) => judge(value, checkForm)) : judge(value, found);
      };
      return [name, { "~standard": { version: 1, vendor: "form-rules", validate } }];
    }),
  );
