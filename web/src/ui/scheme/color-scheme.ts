/** The color schemes to choose from. "system" follows the settings of the device. */
export const schemes = ["system", "light", "dark"] as const;

export type Scheme = (typeof schemes)[number];

const KEY = "scheme";

const listeners = new Set<() => void>();

/** The setting, if storage refuses it. Lasts as long as the page. */
let chosen = stored();

/** Returns the scheme that was chosen on this device. */
export const chosenScheme = () => chosen;

/** Applies a scheme to the page and stores it on this device. */
export function chooseScheme(scheme: Scheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Without storage it lasts as long as the page.
  }
  changed();
}

/** Registers a listener for another scheme. Returns a function that removes it. */
export function onSchemeChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Applies the chosen scheme to the page. */
export function applyScheme(): void {
  const isDark = chosen === "dark" || (chosen === "system" && systemIsDark().matches);
  document.documentElement.dataset["scheme"] = isDark ? "dark" : "light";
  colorBrowserBar();
}

/**
 * Applies the chosen scheme, and follows the device and other tabs. Returns a function that stops
 * and restores the light scheme.
 */
export function followScheme(): () => void {
  const system = systemIsDark();
  applyScheme();
  system.addEventListener("change", applyScheme);
  listeners.add(applyScheme);
  addEventListener("storage", onStorage);
  return () => {
    system.removeEventListener("change", applyScheme);
    listeners.delete(applyScheme);
    removeEventListener("storage", onStorage);
    delete document.documentElement.dataset["scheme"];
    colorBrowserBar();
  };
}

/** Applies the scheme that another tab has chosen. */
function onStorage({ key }: StorageEvent) {
  if (key !== KEY) return;
  chosen = stored();
  changed();
}

function changed() {
  for (const listener of listeners) listener();
}

function systemIsDark() {
  return matchMedia("(prefers-color-scheme: dark)");
}

/** Sets the color of a mobile browser's toolbar to that of the page. */
function colorBrowserBar() {
  const surface = getComputedStyle(document.documentElement).getPropertyValue("--surface");
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", surface.trim());
}

function stored(): Scheme {
  try {
    const kept = localStorage.getItem(KEY);
    return schemes.find((scheme) => scheme === kept) ?? "system";
  } catch {
    return "system";
  }
}
