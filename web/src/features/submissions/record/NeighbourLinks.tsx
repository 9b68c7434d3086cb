import down from "bootstrap-icons/icons/chevron-down.svg?raw";
import up from "bootstrap-icons/icons/chevron-up.svg?raw";
import type { MouseEvent } from "react";
import { Button, ButtonLink } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useKeys } from "../../../ui/keys/useKeys";
import styles from "./NeighbourLinks.module.css";
import type { Direction, NeighbourNavigation } from "./useNeighbours";

/** Links to the records before and after one, in the list that its address names. */
export function NeighbourLinks({ neighbours }: { neighbours: NeighbourNavigation }) {
  const { paths, go } = neighbours;
  useKeys({ j: () => go("next"), k: () => go("previous") });

  function way(direction: Direction, label: string, icon: string) {
    const path = paths[direction];
    const look = { tone: "quiet", size: "s", className: styles.way, "aria-label": label } as const;
    if (!path) {
      return (
        <Button {...look} disabled>
          <Icon svg={icon} />
        </Button>
      );
    }
    function follow(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(direction);
    }
    return (
      <ButtonLink {...look} to={path} onClick={follow}>
        <Icon svg={icon} />
      </ButtonLink>
    );
  }

  return (
    <nav className={styles.ways} aria-label="Records beside this one">
      {way("previous", "Previous record", up)}
      {way("next", "Next record", down)}
    </nav>
  );
}
