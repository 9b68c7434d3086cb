import { Notice } from "~/ui/Notice";

/** Returns whether the browser can run the rules of records. */
export const hasWebAssembly = () => "WebAssembly" in globalThis;

/** What stands for records in a browser without WebAssembly. */
export function WebAssemblyNotice() {
  return (
    <Notice
      role="alert"
      page
      title="This browser cannot show the dashboard."
      text="WebAssembly is turned off, for example by Lockdown Mode on iPhone, iPad and Mac. Exclude this site from Lockdown Mode, allow WebAssembly in the browser's settings, or use another browser."
    />
  );
}
