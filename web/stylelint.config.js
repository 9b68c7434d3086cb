/** @type {import("stylelint").Config} */
export default {
  // The sheets whose variables others use.
  referenceFiles: [
    "src/ui/styles/tokens.css",
    "src/ui/styles/breakpoints.css",
    "src/app/layouts/public/Header.module.css",
    "src/app/layouts/dashboard/DashboardLayout.module.css",
  ],
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
    // Colors are tokens, and breakpoints have names.
    "color-no-hex": true,
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla", "light-dark"],
    "media-feature-name-disallowed-list": ["width", "min-width", "max-width"],
  },
  overrides: [
    {
      files: ["src/ui/styles/{tokens,fonts,breakpoints}.css"],
      rules: {
        "color-no-hex": null,
        "function-disallowed-list": null,
        "media-feature-name-disallowed-list": null,
      },
    },
  ],
};
