import down from "bootstrap-icons/icons/chevron-down.svg?react";
import up from "bootstrap-icons/icons/chevron-up.svg?react";
import { useLocation } from "react-router-dom";
import { Button, ButtonLink } from "~/ui/Button";
import { Icon, type Svg } from "~/ui/Icon";
import { useShortcuts } from "~/ui/keys/useShortcuts";
import styles from "./PreviousNext.module.css";
import type { Direction, NeighbourNavigation } from "./useNeighbours";

/** Links to the previous and the next record of the list. */
export function PreviousNext({ neighbours }: { neighbours: NeighbourNavigation }) {
  const { paths, go } = neighbours;
  const { state } = useLocation();
  useShortcuts({ next: () => go("next"), previous: () => go("previous") });

  function renderLink(direction: Direction, label: string, icon: Svg) {
    const path = paths[direction];
    const props = {
      tone: "quiet",
      size: "s",
      className: styles.link,
      "aria-label": label,
    } as const;
    if (!path) {
      return (
        <Button {...props} disabled>
          <Icon svg={icon} />
        </Button>
      );
    }
    return (
      <ButtonLink {...props} to={path} replace state={state as unknown}>
        <Icon svg={icon} />
      </ButtonLink>
    );
  }

  return (
    <nav className={styles.links} aria-label="Previous and next record">
      {renderLink("previous", "Previous record", up)}
      {renderLink("next", "Next record", down)}
    </nav>
  );
}
