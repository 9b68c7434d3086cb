// Seeded, so that a dish looks the same each time.
function scatter(seed, count, radius, item) {
  let state = seed;
  const next = () => (state = (state * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: count }, () => {
    const [angle, far] = [next() * 6.283, Math.sqrt(next()) * radius];
    const turn = Math.round(next() * 360);
    return `<g transform="translate(${(100 + Math.cos(angle) * far).toFixed(1)} ${(100 + Math.sin(angle) * far).toFixed(1)}) rotate(${turn})">${item(next())}</g>`;
  }).join("");
}
const leaf = (fill) => () =>
  `<path d="M-8 0q8-9 16 0-8 9-16 0z" fill="${fill}"/><path d="M-6 0h12" stroke="#fff" stroke-opacity=".4"/>`;
const disc = (radius, fill, rim) => () =>
  `<circle r="${radius}" fill="${fill}" stroke="${rim}" stroke-width="2"/>`;
const noodle = (fill) => (r) =>
  `<path d="M-26 0q13 ${-18 - r * 14} 26 0t26 0" fill="none" stroke="${fill}" stroke-width="5" stroke-linecap="round"/>`;
const plate = (rim, well) =>
  `<circle cx="100" cy="100" r="92" fill="${rim}"/><circle cx="100" cy="100" r="74" fill="${well}"/>`;

const dishes = {
  soup:
    plate("#fffdf7", "#d2452b") +
    `<path d="M52 104q24-36 50-8t48-14" fill="none" stroke="#f6d9b8" stroke-width="7" stroke-linecap="round"/><path d="M66 128q30-22 62 2" fill="none" stroke="#b53720" stroke-width="5" stroke-linecap="round"/>` +
    scatter(11, 9, 56, leaf("#4c7a34")) +
    scatter(5, 14, 60, disc(2, "#fff1d6", "none")),
  pasta:
    plate("#e9efe6", "#fffdf7") +
    scatter(3, 34, 46, noodle("#ecc46b")) +
    scatter(19, 16, 46, noodle("#dfae4e")) +
    scatter(7, 11, 46, disc(7, "#cf3f2b", "#a92e1d")) +
    scatter(31, 9, 50, leaf("#3f7338")),
  salad:
    plate("#fffdf7", "#e6edd2") +
    scatter(23, 40, 58, leaf("#5d8f3d")) +
    scatter(4, 26, 56, leaf("#86ad52")) +
    scatter(9, 8, 48, disc(10, "#f3c7a6", "#e89a6a")) +
    scatter(13, 9, 52, disc(5, "#8c2448", "#6e1938")),
  tart:
    `<circle cx="100" cy="100" r="90" fill="#c98d48"/><circle cx="100" cy="100" r="90" fill="none" stroke="#a86f30" stroke-width="8" stroke-dasharray="13 7"/><circle cx="100" cy="100" r="74" fill="#f6dfa4"/>` +
    scatter(17, 46, 64, disc(8, "#b3263f", "#861a2e")) +
    scatter(29, 14, 62, disc(6, "#35406f", "#252d52")) +
    scatter(8, 8, 60, leaf("#4c7a34")),
  curry:
    plate("#2f3b35", "#e0942f") +
    `<path d="M40 84a62 62 0 0 1 86-44q-6 44-86 44z" fill="#fffaf0"/>` +
    scatter(21, 18, 46, disc(7, "#c66a1c", "#a95614")) +
    scatter(37, 12, 54, leaf("#3f7338")),
  bread:
    `<ellipse cx="100" cy="104" rx="86" ry="66" fill="#a8672b"/><ellipse cx="100" cy="98" rx="80" ry="58" fill="#d19a55"/><g stroke="#f4dcb2" stroke-width="9" stroke-linecap="round" fill="none"><path d="M56 78q20 20 16 46M88 62q22 26 18 72M122 62q18 24 14 62"/></g>` +
    scatter(3, 30, 52, disc(1.6, "#fff3da", "none")),
};
/** A dish seen from above. */
globalThis.dish = (kind, size = "78%") =>
  `<svg viewBox="0 0 200 200" style="height:${size};filter:drop-shadow(0 14px 12px rgb(70 40 10 / 24%))">${dishes[kind]}</svg>`;
