import down from "bootstrap-icons/icons/chevron-down.svg?icon";
import up from "bootstrap-icons/icons/chevron-up.svg?icon";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { Button, ButtonLink } from "~/ui/Button";
import { Icon } from "~/ui/Icon";
import styles from "./PreviousNext.module.css";
import type { NeighbourNavigation } from "./useNeighbours";

/** Links to the previous and the next record of the list. */
export function PreviousNext({ paths, pressed, press }: NeighbourNavigation) {
  const nav = useRef<HTMLElement>(null);
  const isKnown = paths.next !== undefined;

  useEffect(() => {
    if (!isKnown || !pressed) return;
    const [first, last = first] = nav.current?.querySelectorAll("a") ?? [];
    // Not from what has taken the focus since then.
    if (document.activeElement?.contains(nav.current))
      (pressed === "next" ? last : first)?.focus({ preventScroll: true });
    press();
  }, [isKnown, pressed, press]);

  return (
    <nav className={styles.links} aria-label="Previous and next record" ref={nav}>
      <NeighbourLink
        path={paths.previous}
        label="Previous record"
        icon={up}
        onClick={() => press("previous")}
      />
      <NeighbourLink
        path={paths.next}
        label="Next record"
        icon={down}
        onClick={() => press("next")}
      />
    </nav>
  );
}

type NeighbourLinkProps = {
  path: string | null | undefined;
  label: string;
  icon: string;
  onClick: () => void;
};

function NeighbourLink({ path, label, icon, onClick }: NeighbourLinkProps) {
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
    <ButtonLink {...props} to={path} replace state={state as unknown} onClick={onClick}>
      <Icon svg={icon} />
    </ButtonLink>
  );
}
