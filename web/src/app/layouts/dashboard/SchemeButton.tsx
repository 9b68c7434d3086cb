import system from "bootstrap-icons/icons/circle-half.svg?icon";
import dark from "bootstrap-icons/icons/moon-stars.svg?icon";
import light from "bootstrap-icons/icons/sun.svg?icon";
import { useSyncExternalStore } from "react";
import { IconButton } from "~/ui/IconButton";
import { chooseScheme, chosenScheme, onSchemeChosen, schemes } from "~/ui/scheme/color-scheme";

const icons = { system, light, dark };

/** A button that shows the dashboard's color scheme and switches to the next one. */
export function SchemeButton() {
  const scheme = useSyncExternalStore(onSchemeChosen, chosenScheme);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? "system";
  return (
    <IconButton
      svg={icons[scheme]}
      label={`Color scheme: ${scheme}. Change to ${next}`}
      title={`Color scheme: ${scheme}`}
      onClick={() => chooseScheme(next)}
    />
  );
}
