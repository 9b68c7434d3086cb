const outlines = {
  slip: `<path d="M74 14q5 40-3 66-14 46-29 158 58 22 116 0-15-112-29-158-8-26-3-66h-5q0 34-21 46-21-12-21-46z"/><path class="l" d="M79 60q21 14 42 0M70 92q30 10 60 0M88 96q-8 70-14 146M112 96q8 70 14 146"/>`,
  wrap: `<path d="M68 18q32 18 64 0l30 16q14 46 18 98l-21 5-19-60q-3 22 2 38 18 58 28 122-70 22-140 0 10-64 28-122 5-16 2-38l-19 60-21-5q4-52 18-98z"/><path class="l" d="M70 20l58 90M130 20l-50 76M104 112q22 60 30 132"/><path class="d" d="M62 104q38 12 76 0l2 12q-40 12-80 0zM126 114l16 40-8 2-16-40z"/>`,
  column: `<path d="M66 16q34 22 68 0l10 8q-4 34 4 64 4 80 4 152-52 10-104 0 0-72 4-152 8-30 4-64z"/><path class="l" d="M56 90q44 12 88 0M132 150v92M80 26q20 12 40 0"/>`,
  tiered: `<path d="M66 18q34 18 68 0l28 14 8 40-24 8-4-14q-2 18 2 34 24 60 32 138-76 22-152 0 8-78 32-138 4-16 2-34l-4 14-24-8 8-40z"/><path class="l" d="M56 100q44 14 88 0M42 152q58 18 116 0M32 200q68 20 136 0M70 106l-6 42M100 108v48M130 106l6 42M60 158l-8 44M100 162v50M140 158l8 44"/>`,
  coat: `<path d="M70 14q30 14 60 0l34 18q16 60 20 126l-24 4-14-74v150q-46 8-92 0V88l-14 74-24-4q4-66 20-126z"/><path class="l" d="M100 60v182M70 16l30 46 30-46M64 42l14 14M136 42l-14 14M60 160h26M114 160h26"/><circle class="d" cx="108" cy="98" r="4"/><circle class="d" cx="108" cy="130" r="4"/><circle class="d" cx="108" cy="162" r="4"/>`,
  knit: `<path d="M68 44q32 20 64 0l34 16q12 60 16 112l-24 6-18-74q2 44 0 84-40 10-80 0-2-40 0-84l-18 74-24-6q4-52 16-112z"/><path class="l" d="M70 46q30 30 60 0M61 174q39 10 78 0M76 84q24 8 48 0M72 106q28 8 56 0M70 128q30 8 60 0M70 150q30 8 60 0"/>`,
};

/** A garment on a hanger, as markup. */
globalThis.garment = (
  kind,
  color,
  line = "rgb(0 0 0 / 26%)",
) => `<svg viewBox="0 0 200 260" style="filter:drop-shadow(0 12px 12px rgb(60 30 20 / 20%))">
<path d="M100 14q-2-8 5-9 6 0 5-5M66 20q34-14 68 0" fill="none" stroke="#a58d74" stroke-width="3" stroke-linecap="round"/>
<g fill="${color}">${outlines[kind]
  .replaceAll('class="l"', `fill="none" stroke="${line}" stroke-width="1.8" stroke-linecap="round"`)
  .replaceAll('class="d"', `fill="${line}"`)}</g></svg>`;

globalThis.catalog = [
  ["Odile wrap dress", "$248", "wrap", "#8c2f39", "#ecd9cf", ["#8c2f39", "#27403a", "#d9c3a5"]],
  ["Juno slip dress", "$196", "slip", "#2f4a43", "#dfe3d9", ["#2f4a43", "#e8ddc9", "#1d1715"]],
  ["Mirelle tiered midi", "$268", "tiered", "#c98a52", "#f2e4d0", ["#c98a52", "#6d1f2b"]],
  ["Sabine column gown", "$342", "column", "#20242e", "#dcdde0", ["#20242e", "#b9a48c", "#8c2f39"]],
  ["Pallas long coat", "$418", "coat", "#b49a7c", "#eee5d8", ["#b49a7c", "#20242e"]],
  ["Tilde ribbed knit", "$138", "knit", "#4f6a7d", "#dbe4e8", ["#4f6a7d", "#f0e8da", "#8c2f39"]],
  ["Elba slip midi", "$212", "slip", "#d7b3a4", "#f4e9e2", ["#d7b3a4", "#1d1715"]],
  ["Noor wrap gown", "$356", "wrap", "#25403f", "#dde5e0", ["#25403f", "#8c2f39", "#c98a52"]],
];
