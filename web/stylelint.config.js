/** @type {import("stylelint").Config} */
export default {
  // The sheets whose variables others use.
  referenceFiles: ["src/ui/styles/tokens.css", "src/app/layout/Header.module.css"],
  rules: {
    "no-unknown-custom-properties": true,
    "no-unknown-custom-media": true,
    "no-unknown-animations": true,
    "property-no-unknown": [true, { ignoreProperties: ["composes"] }],
    "block-no-empty": true,
    "declaration-block-no-duplicate-properties": [
      true,
      { ignore: ["consecutive-duplicates-with-different-values"] },
    ],
    // Colors and sizes are tokens.
    "color-no-hex": true,
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla", "light-dark"],
    // A breakpoint cannot be a variable, and a column's minimum width belongs to its grid.
    "unit-disallowed-list": [["rem"], { ignoreFunctions: ["minmax"] }],
  },
  overrides: [
    {
      files: ["src/ui/styles/{tokens,fonts}.css"],
      rules: {
        "color-no-hex": null,
        "function-disallowed-list": null,
        "unit-disallowed-list": null,
      },
    },
  ],
};
