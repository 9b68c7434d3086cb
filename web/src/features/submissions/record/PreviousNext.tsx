import down from "bootstrap-icons/icons/chevron-down.svg?react";
import up from "bootstrap-icons/icons/chevron-up.svg?react";
import { useLocation } from "react-router-dom";
import { Button, ButtonLink } from "~/ui/Button";
import { Icon, type Svg } from "~/ui/Icon";
import styles from "./PreviousNext.module.css";
import type { NeighbourNavigation } from "./useNeighbours";

/** Links to the previous and the next record of the list. */
export function PreviousNext({ paths }: Pick<NeighbourNavigation, "paths">) {
  return (
    <nav className={styles.links} aria-label="Previous and next record">
      <NeighbourLink path={paths.previous} label="Previous record" icon={up} />
      <NeighbourLink path={paths.next} label="Next record" icon={down} />
    </nav>
  );
}

type NeighbourLinkProps = { path: string | null | undefined; label: string; icon: Svg };

function NeighbourLink({ path, label, icon }: NeighbourLinkProps) {
  const { state } = useLocation();
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
