import { createStore } from "~/state/create-store";
import { safeLocalStorage } from "~/state/safe-storage";

/** The color schemes to choose from. "system" follows the settings of the device. */
export const schemes = ["system", "light", "dark"] as const;

export type Scheme = (typeof schemes)[number];

const KEY = "scheme";

/** The color of the page, as in `index.html`. */
const SURFACES: Partial<Record<string, string>> = { light: "#f6f1e7", dark: "#111a16" };

const chosen = createStore(stored());

/** Returns the scheme that was chosen on this device. */
export const chosenScheme = chosen.get;

/** Registers a listener for another scheme. Returns a function that removes it. */
export const onSchemeChosen = chosen.subscribe;

/** Applies a scheme to the page and stores it on this device. */
export function chooseScheme(scheme: Scheme): void {
  safeLocalStorage.set(KEY, scheme);
  chosen.set(scheme);
}

/** Applies the chosen scheme to the page. Styles follow the device if there is none. */
export function applyScheme(): void {
  setScheme(chosen.get());
}

/** Applies the chosen scheme, and follows other tabs. Returns a function that stops and follows the device. */
export function followScheme(): () => void {
  applyScheme();
  const unsubscribe = chosen.subscribe(applyScheme);
  addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    removeEventListener("storage", onStorage);
    setScheme("system");
  };
}

function setScheme(scheme: Scheme) {
  const { dataset } = document.documentElement;
  if (scheme === "system") delete dataset["scheme"];
  else dataset["scheme"] = scheme;
  // The toolbars of mobile browsers have a color for each scheme of the device.
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const [, device = ""] = /: (\w+)/.exec(bar.media) ?? [];
    bar.content = SURFACES[scheme === "system" ? device : scheme] ?? bar.content;
  }
}

/** Applies the scheme that another tab has chosen. */
function onStorage({ key }: StorageEvent) {
  if (key === KEY) chosen.set(stored());
}

function stored(): Scheme {
  const kept = safeLocalStorage.get(KEY);
  return schemes.find((scheme) => scheme === kept) ?? "system";
}
