const shapes = {
  croissant: `<path d="M22 132q-4-34 26-60 36-28 76-20 40 6 56 44 8 20-2 34-10-4-16-16-22-26-54-24-36 0-58 28-12 18-28 14z" fill="#d9913f"/><path d="M58 66q-6 30 10 48M92 52q-6 24 4 44M128 54q4 20-2 40M158 72q-2 18-12 32" stroke="#a9641f" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M40 96q4-20 22-28" stroke="#f3c177" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  cake: `<path d="M36 96h128v62q-64 18-128 0z" fill="#f7dfb6"/><path d="M36 122q64 16 128 0v14q-64 16-128 0z" fill="#c8385a"/><ellipse cx="100" cy="96" rx="64" ry="16" fill="#fff7ef"/><path d="M36 96q0 22 10 22t12-14q8 22 20 20t12-14q6 20 18 20t16-20q6 16 16 14t12-16q6 8 12-12z" fill="#fff7ef"/><g fill="#c8385a"><circle cx="72" cy="84" r="11"/><circle cx="100" cy="78" r="12"/><circle cx="128" cy="84" r="11"/></g><path d="M100 66q4-14 14-16" stroke="#557a3a" stroke-width="4" fill="none"/>`,
  loaf: `<path d="M24 100q0-38 38-44h80q38 6 36 44-6 14-10 16v38H34v-38q-8-6-10-16z" fill="#c07a35"/><path d="M34 116h134v38H34z" fill="#a9641f"/><g stroke="#f3d9a8" stroke-width="9" stroke-linecap="round"><path d="M62 76l16 26M96 72l16 26M130 76l14 24"/></g>`,
  cookie: `<circle cx="100" cy="104" r="66" fill="#d39a56"/><circle cx="100" cy="104" r="56" fill="#deaa69"/><g fill="#4a2b1d"><circle cx="78" cy="84" r="10"/><circle cx="118" cy="78" r="8"/><circle cx="132" cy="112" r="11"/><circle cx="94" cy="120" r="9"/><circle cx="70" cy="118" r="6"/><circle cx="112" cy="142" r="9"/></g><g fill="#fff7ef"><circle cx="100" cy="98" r="3"/><circle cx="84" cy="138" r="3"/><circle cx="142" cy="90" r="3"/></g>`,
  cupcake: `<path d="M54 112h92l-14 56H68z" fill="#8fbcb0"/><path d="M66 112l8 56M86 112l4 56M114 112l-4 56M134 112l-8 56" stroke="#6d9d90" stroke-width="4"/><path d="M42 112q-6-24 20-28-2-26 26-26 4-20 24-12 26 2 22 34 28 2 24 32z" fill="#f4a9b8"/><path d="M58 98q40 10 84 0M76 74q24 8 48 0" stroke="#e0809a" stroke-width="5" fill="none" stroke-linecap="round"/><circle cx="102" cy="42" r="11" fill="#c8385a"/>`,
  donut: `<circle cx="100" cy="104" r="64" fill="#d9a05b"/><path d="M40 98a60 60 0 0 1 120 0q2 26-16 24-14-2-22 12t-24 6q-14-8-28 0-28 2-30-42z" fill="#5a3423"/><circle cx="100" cy="102" r="22" fill="#fdf3e1"/><g stroke-width="5" stroke-linecap="round"><path d="M66 78l8-4" stroke="#f4a9b8"/><path d="M96 60l8 2" stroke="#ffd26e"/><path d="M130 74l4 8" stroke="#8fbcb0"/><path d="M62 112l4 8" stroke="#ffd26e"/><path d="M138 108l8-2" stroke="#f4a9b8"/><path d="M116 68l4-6" stroke="#fff7ef"/></g>`,
};
/** Something baked. */
globalThis.bake = (kind, size = "78%") =>
  `<svg viewBox="0 0 200 200" style="height:${size};filter:drop-shadow(0 10px 8px rgb(80 40 10 / 22%))">${shapes[kind]}</svg>`;
globalThis.shelf = [
  ["croissant", "#f8dca4", "Butter croissant", "$4.25", "6 left"],
  ["cake", "#f6cfd2", "Raspberry layer cake", "$46", "order by 2 pm"],
  ["loaf", "#e8d9bd", "Country sourdough", "$9.50", "out at 10:30"],
  ["cupcake", "#d5e6df", "Strawberry cupcake", "$5", "24 left"],
  ["cookie", "#f5dfc0", "Salted chocolate cookie", "$3.75", "warm now"],
  ["donut", "#f3d6c4", "Cocoa glazed donut", "$4", "12 left"],
  ["croissant", "#fbe7c0", "Almond croissant", "$5.50", "3 left"],
  ["loaf", "#eadfca", "Pecan rye", "$10.50", "Saturday only"],
];
