const drawings = {
  bed: `<path d="M3 19V6m0 8h18v5m0-5v-2a4 4 0 0 0-4-4h-6v6"/><circle cx="7" cy="10.5" r="1.8"/>`,
  food: `<path d="M7 3v7m-3-7v4a3 3 0 0 0 6 0V3M7 10v11M17 3c-2 1-3 4-3 7 0 2 1 3 3 3m0-10v18"/>`,
  train: `<rect x="5" y="3" width="14" height="14" rx="4"/><path d="M5 10h14M9 17l-2 4m8-4 2 4M9 14h.01M15 14h.01"/>`,
  ticket: `<path d="M3 8a2 2 0 0 0 0 4 2 2 0 0 1 0 4v2h18v-2a2 2 0 0 1 0-4 2 2 0 0 0 0-4V6H3zM14 6v12"/>`,
  coffee: `<path d="M4 9h13v5a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zm13 1h2a2 2 0 0 1 0 5h-2M8 3v2m4-2v2"/>`,
};
/** An icon on its ground. */
globalThis.icon = (kind, ground) =>
  `<span class="icon" style="background:${ground}"><svg viewBox="0 0 24 24">${drawings[kind]}</svg></span>`;
globalThis.entry = ([kind, ground, name, note, sum, local]) =>
  `<li class="row entry">${icon(kind, ground)}<span><b>${name}</b><br /><span class="muted">${note}</span></span><span><b>${sum}</b><br /><span class="muted">${local}</span></span></li>`;
