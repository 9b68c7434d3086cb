# What changes in the sources that a new site shares: mentions of what it leaves out.
# README.md, docs/
s/, \[docs\/lighthouse\.md\](docs\/lighthouse\.md)//
/^| \[lighthouse\.md\]/d
/screenshots of the README/d
s/; `web\/e2e\/\(applications\|company\)\.spec\.ts` `[^`]*`//
# CONTRIBUTING.md
/^### A new site$/,/^### A new page$/{
  /^### A new page$/!d
}
s/, into `docs\/lighthouse\.md`//
s/; `PICTURES=yes` draws README's pictures too//
s/\. `web\/pictures\/` has the sources of drawn ones//
s/`hireUs` is\( the page in\|$\)/`contact` is\1/
s/pages\/hire-us\/HireUsPage/pages\/contact\/ContactPage/
# web/src/paths.ts and web/src/features/application/ApplicationForm.tsx
/^  \(projects\|about\|careers\|hireUs\|faq\): "/d
s/paths\.careers, label: "Back to open positions"/paths.home, label: "Go home"/
# A copy cannot be copied: it lacks what would be left out.
s/[ |]new-site\>//
s/, `new-site`//
/new-site/d
