import type { ReactNode } from "react";
import { Notice } from "~/ui/Notice";

/** Returns whether the browser can run the rules of records. A policy can refuse what is there. */
export function hasWebAssembly(): boolean {
  try {
    // The smallest module: the format's mark and its version.
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)));
  } catch {
    return false;
  }
}

/** Takes the place of records in a browser without WebAssembly. */
export function WebAssemblyNotice({ children }: { children?: ReactNode }) {
  return (
    <Notice
      role="alert"
      page
      title="This browser cannot show the dashboard."
      text="WebAssembly is turned off or blocked, for example by a proxy, or by Lockdown Mode on iPhone, iPad and Mac. Exclude this site from Lockdown Mode, allow WebAssembly in the browser's settings, or use another browser or network."
    >
      {children}
    </Notice>
  );
}
